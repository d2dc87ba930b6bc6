/** Things that are so or not after a run. */
import { ADAPTERS } from "../../src/adapters/_registry.js";
import type { Verdict } from "../../src/core/decision/decision.js";
import type { Transport } from "../../src/core/records/records.js";
import type { AgentDriver } from "./driver.js";
import { PROMPT, TOOL_MARK, type World } from "./world.js";

export interface Fact {
  readonly what: string;
  holds(world: World, driver: AgentDriver): boolean;
}

export const REWRITTEN_MARK = "rewritten-tool-ran";
export const HOOK_MARK = "hook-ran";

export const exists = (file: string, what: string): Fact => ({ what, holds: ({ files }) => file in files });

export const toolRan = exists(TOOL_MARK, "the tool ran");
export const rewrittenRan = exists(REWRITTEN_MARK, "the rewritten command ran");
export const hookRan = exists(HOOK_MARK, "the hook ran");

/** For hooks that leave a line each time. */
export const hookRanTimes = (times: number): Fact => ({
  what: `the hook ran exactly ${times} times`,
  holds: ({ files }) => files[HOOK_MARK]?.split("\n").length === times + 1,
});

export const hookRanOnce = hookRanTimes(1);

export const isLeftAtHome = (path: string): Fact => ({
  what: `${path} is still in the home directory`,
  holds: ({ leftAtHome }) => leftAtHome.includes(path),
});

export const isRefusedIn = (file: string): Fact => ({
  what: `${file}: a command that makes things less strict is refused`,
  holds: ({ files }) => files[file]?.includes("HUMAN_ONLY_") === true,
});

/** An agent without a person that was sent ask denies by itself. */
export const isRecordedAsStopped: Fact = {
  what: "the record says that the call was asked about or denied",
  holds: ({ verdicts }) =>
    verdicts.some(({ decision, sent }) => decision !== "none" && (sent === "deny" || sent === "ask")),
};

export const stoppedOnly = (stopped: number, calls: number): Fact => ({
  what: `${stopped} of ${calls} calls were asked about or denied`,
  holds: ({ verdicts }) =>
    verdicts.length === calls && verdicts.filter(({ sent }) => sent === "deny" || sent === "ask").length === stopped,
});

export const not = ({ what, holds }: Fact): Fact => ({
  what: `not: ${what}`,
  holds: (world, driver) => !holds(world, driver),
});

/** Request 1 holds what was said before any tool, request 2 what came of the first one. */
export const modelSees = (text: string, turn: number): Fact => ({
  what: `the model sees "${text}" in request ${turn}`,
  holds: ({ turns }) => turns[turn - 1]?.body.includes(text) === true,
});

export const modelSeesOnce = (text: string, turn: number): Fact => ({
  what: `the model sees "${text}" exactly once in request ${turn}`,
  holds: ({ turns }) => turns[turn - 1]?.body.split(text).length === 2,
});

/** A reason for a denial reaches the model, or the person where a denial ends the run. */
export const isTold = (text: string): Fact => ({
  what: `"${text}" is told`,
  holds: (world, driver) =>
    driver.denyEndsRun ? world.printed.includes(text) : modelSees(text, 2).holds(world, driver),
});

export const mcpDenialIsTold = (text: string): Fact => ({
  what: `"${text}" is told about the MCP tool`,
  holds: (world, driver) => (driver.mcp?.denyEndsRun ? someoneIsTold(text) : isTold(text)).holds(world, driver),
});

/** To the person or to the model, whichever is asked first. */
export const someoneIsTold = (text: string): Fact => ({
  what: `someone is told "${text}"`,
  holds: ({ printed, turns }) => printed.includes(text) || turns.some(({ body }) => body.includes(text)),
});

/** In our words, or in those of a shell that does not find the launcher. */
export const lossIsTold: Fact = {
  what: "someone is told that Snaphook is missing",
  holds: (world, driver) =>
    ["call could not be checked", "/snaphook/launch"].some((text) => someoneIsTold(text).holds(world, driver)),
};

export const turnsAre = (count: number): Fact => ({
  what: `the model is asked ${count} times`,
  holds: ({ turns }) => turns.length === count,
});

/** By our cap on forced continues, or by the agent's own where that is lower. */
export const endsAfterCap = (cap: number): Fact => ({
  what: `the model is asked once more than the cap of ${cap}, or the agent's own, allows`,
  holds: ({ turns }, { stopCap = cap }) => turns.length === stopCap + 1,
});

/** With and without a denial of the one tool: the model is told what came of it. */
export const goesOnAfterTool: Fact = {
  what: "the model is told what came of the tool",
  holds: ({ turns }, { denyEndsRun }) => turns.length === 2 || (denyEndsRun === true && turns.length === 1),
};

export const failureIsKnown: Fact = {
  what: "the payload says that the tool failed",
  holds: ({ payloads }) =>
    payloads.some(({ hook_event_name, is_error }) => hook_event_name === "PostToolUseFailure" || is_error === true),
};

export const endsByItself: Fact = { what: "the agent ends by itself", holds: ({ timedOut }) => !timedOut };

export const subagentWorked: Fact = {
  what: "a subagent was at work",
  holds: ({ subagentTurns }) => subagentTurns > 0,
};

export const restored: Fact = {
  what: "uninstall gave every file its bytes back",
  holds: ({ notRestored }) => notRestored?.length === 0,
};

export const transcriptEndsWith = (text: string): Fact => ({
  what: `the last answer in the transcript is "${text}"`,
  holds: ({ transcript }, { name }) =>
    transcript !== undefined && ADAPTERS[name]?.transcript?.(transcript).lastAnswer === text,
});

export const callsAnsweredBy = (...ways: readonly Transport[]): Fact => ({
  what: `the tool calls were answered by ${ways.join(", then ")}`,
  holds: ({ records = [] }) =>
    records
      .filter(({ event }) => event === "PreToolUse")
      .map(({ way }) => way)
      .join() === ways.join(),
});

export const firstAnsweredBy = (way: Transport): Fact => ({
  what: `the first event was answered by ${way}`,
  holds: ({ records = [] }) => records[0]?.way === way,
});

/** Within what the agent takes for it: OpenCode puts quotes around it. */
export const promptIsShown: Fact = {
  what: "`snaphook session` shows the prompt",
  holds: ({ timeline }) => timeline?.batches.some(({ prompt }) => prompt.includes(PROMPT)) === true,
};

export const activityIsShown = (tool: string, input: string): Fact => ({
  what: `\`snaphook session\` shows that ${tool} did "${input}"`,
  holds: ({ timeline }) =>
    timeline?.activities.some(
      (row) => row.name === tool && row.success && JSON.stringify(row.input).includes(input),
    ) === true,
});

export const answerIsShown = (answer: "allow" | "deny", question: string): Fact => ({
  what: `\`snaphook session\` shows that "${question}" was answered: ${answer}`,
  holds: ({ timeline }) =>
    timeline?.decisions.some(
      ({ verdict, reason, notes = [] }) =>
        verdict === "ask" &&
        reason?.includes(question) &&
        notes.some(({ code, message }) => code === "ASK_ANSWERED" && message?.includes(answer)),
    ) === true,
});
export const decisionIsShown = (verdict: Verdict, reason: string): Fact => ({
  what: `\`snaphook session\` shows the ${verdict}: "${reason}"`,
  holds: ({ timeline }) =>
    timeline?.decisions.some((record) => record.verdict === verdict && record.reason?.includes(reason)) === true,
});
