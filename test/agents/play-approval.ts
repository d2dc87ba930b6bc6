/** A run of a released agent whose questions a person answers, through a real daemon. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { stopDaemon } from "../../src/client/daemon-control.js";
import type { JsonObject } from "../../src/core/text/json.js";
import type { OpenAsk } from "../../src/daemon/api.js";
import { findPlaces } from "../../src/runtime/platform/paths.js";
import { PROGRAM } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";
import { type AgentDriver, type Start, snaphook } from "./driver.js";
import { installAgent, installNode22 } from "./install-agent.js";
import { ScriptedModel, type Step, type StepFor } from "./models/scripted-model.js";
import { runAgent } from "./run-agent.js";

export const PROMPT = "Do what the script says.";
/** Each run of the tool leaves a line in it. */
export const MARK = "tool-ran";

export interface Play {
  /** A new one when absent. */
  readonly place?: DaemonPlace;
  readonly steps: readonly (Step | StepFor)[];
  /** Content of the person's hooks file. */
  readonly user?: object;
  readonly settings?: object;
  start?(place: DaemonPlace, start: Start): Start;
  /** Writes more settings. */
  setUp?(place: DaemonPlace): void;
  /** How the person can be reached; by an open view when absent. */
  reach?(place: DaemonPlace): Promise<void>;
  /** What the person does with each new question. */
  onAsk?(ask: OpenAsk, place: DaemonPlace): Promise<unknown>;
}

export interface Played {
  /** Lines of the mark; undefined if no tool ran. */
  readonly mark: string | undefined;
  readonly printed: string;
  /** All that the model was told. */
  readonly told: string;
  readonly asks: readonly OpenAsk[];
}

export async function play(
  driver: AgentDriver,
  { place = new DaemonPlace(), steps, user, settings, start: change, setUp, reach, onAsk }: Play,
): Promise<Played> {
  const folder = await installAgent(driver);
  const node = driver.node22 ? { node: await installNode22() } : {};
  if (user !== undefined) place.writeUser("hooks.json", user);
  if (settings !== undefined) place.writeUser("daemon.json", settings);
  setUp?.(place);
  const model = await ScriptedModel.start(driver.model, { prompt: PROMPT, steps, subagent: [] });
  onTestFinished(() => model.close());
  const usual = driver.prepare(place, model.url, PROMPT, folder);
  const start = change?.(place, usual) ?? usual;
  if (!driver.embedded) snaphook(place, ["install", driver.name], start.env);
  await place.up();
  onTestFinished(async () => void (await stopDaemon(findPlaces(place.env))));
  await (reach === undefined ? place.attend() : reach(place));
  let isOver = false;
  const seen = new Set<string>();
  const answering = (async () => {
    for (; !isOver; await wait(50))
      for (const ask of await place.asks().catch(() => [])) {
        if (seen.has(ask.id)) continue;
        seen.add(ask.id);
        await onAsk?.(ask, place);
      }
  })();
  const { printed } = await runAgent({ driver, folder, ...node }, start, place, model, steps.length);
  isOver = true;
  await answering;
  const asks = await place.asks("all");
  const file = join(place.project, MARK);
  const mark = existsSync(file) ? readFileSync(file, "utf8") : undefined;
  return { mark, printed, told: model.requests.map(({ body }) => body).join("\n"), asks };
}

/** A call of the driver's shell that leaves its mark. */
export const leaveMark = (driver: AgentDriver): Step => driver.shell(`echo ran >> ${MARK}`) as Step;

export const asksFirst = {
  version: 1,
  hooks: {
    PreToolUse: [
      {
        id: "q",
        matcher: "Bash",
        command: `echo '${JSON.stringify({ decision: "ask", reason: "ask the harbour master" })}'`,
      },
    ],
  },
};

export const QUESTIONS = [
  {
    question: "Which quay?",
    header: "Quay",
    multiSelect: true,
    options: [
      { label: "North quay", description: "n" },
      { label: "South quay", description: "s" },
    ],
  },
];

export const MCP_SERVER = { command: process.execPath, args: [PROGRAM, "mcp"] };

/** Claude Code with `snaphook mcp` as its permission host. */
export const withHost: Play["start"] = (place, start) => {
  const file = place.write(join(place.root, "mcp.json"), {
    mcpServers: { snaphook: { ...MCP_SERVER, env: place.env } },
  });
  const args = ["-p", start.args[1]!, "--mcp-config", file, "--permission-prompt-tool", "mcp__snaphook__approve"];
  return { ...start, args };
};

/** Claude Code with a permission host, in its plan mode. */
export const planning: Play["start"] = (place, start) => {
  const { args, env } = withHost!(place, start);
  return { env, args: [...args, "--permission-mode", "plan"] };
};

/** Claude Code names the file of the plan to its model, which writes it and submits it. */
export const planSteps = (content: string): readonly (Step | StepFor)[] => [
  (body) => ({
    tool: "Write",
    input: { file_path: /[^\s"'`\\]+\/plans\/[\w-]+\.md/.exec(body)?.[0] ?? "", content },
  }),
  { tool: "ExitPlanMode", input: {} },
];

/** Somebody edits the plan. */
export function changePlan(place: DaemonPlace, text: string): void {
  const folder = join(place.home, ".claude/plans");
  for (const name of readdirSync(folder)) writeFileSync(join(folder, name), text);
}

export const answer =
  (verdict: "allow" | "deny", more: JsonObject = {}) =>
  (ask: OpenAsk, place: DaemonPlace) =>
    place.answerAsk(ask, verdict, more);
