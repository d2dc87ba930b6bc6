/** How the runner walks through a template, with agents and hooks of this process. */
import { describe, expect, it } from "vitest";
import { type AgentTurn, createThreads, type TurnResult } from "../../src/index.js";
import type { LifecycleHooks } from "../../src/threads/ports.js";
import type { HookTurn, Phase } from "../../src/threads/types.js";
import { PING_PONG } from "../support/thread-place.js";

const { agents, templates } = PING_PONG;
const PLAIN = templates["ping-pong"];

interface Played {
  readonly template: object;
  /** The answer to each prompt. */
  say(turn: AgentTurn): Partial<TurnResult>;
  readonly hooks?: LifecycleHooks;
}

function play({ template, say, hooks }: Played) {
  const turns: AgentTurn[] = [];
  const threads = createThreads({
    templates: [{ agents, templates: { mine: { ...PLAIN, ...template } } }],
    async runAgent(turn) {
      turns.push(turn);
      return { ok: true, output: "", sessionId: turn.sessionId ?? turn.slot, ...say(turn) } as TurnResult;
    },
    ...(hooks === undefined ? {} : { hooks }),
  });
  return { turns, threads, run: () => threads.run({ template: "mine", message: "x" }) };
}

const slots = (turns: readonly AgentTurn[]) =>
  turns.map(({ slot, stage }) => (stage === null ? slot : `${slot}:${stage}`));
const to = (condition: object) => [{ from: "coder", to: "coder:fix", condition }];

describe("limits", () => {
  it("a template without limits ends after 12 steps", async () => {
    const { turns, run } = play({
      template: { maxTotalSteps: undefined, transitions: to({ type: "output_not_contains", pattern: "DONE" }) },
      say: () => ({}),
    });
    expect(await run()).toMatchObject({ status: "completed", stopReason: "step limit" });
    expect(turns).toHaveLength(12);
  });

  it("and after 2,000,000 tokens", async () => {
    const { turns, run } = play({
      template: { maxTotalSteps: 50, transitions: to({ type: "always" }) },
      say: () => ({ tokens: 499_999 }),
    });
    expect(await run()).toMatchObject({ status: "completed", stopReason: "token limit", totalTokens: 2_499_995 });
    expect(turns).toHaveLength(5);
  });
});

describe("the last step that a limit allows", () => {
  const approves = { maxTotalSteps: 2, maxTotalCostUsd: 1 };

  it.each([
    ["approves: the agents are done", approves, "fine [APPROVED]", "converged"],
    [
      "is the last one anyway: it ended by itself",
      { ...approves, transitions: [PLAIN.transitions[0]!] },
      "no",
      "no transition",
    ],
    ["asks for another one: the limit is named", approves, "no", "step limit"],
    ["asks for another one that costs too much", { maxTotalCostUsd: 1 }, "no", "cost limit"],
  ])("%s", async (_, template, output, stopReason) => {
    const { turns, run } = play({ template, say: () => ({ output, costUsd: 0.5 }) });
    expect(await run()).toMatchObject({ status: "completed", stopReason });
    expect(slots(turns)).toEqual(["coder:write", "reviewer"]);
  });
});

describe("transitions", () => {
  it("output_contains is taken if its pattern is found, and only then", async () => {
    const { turns, run } = play({
      template: {
        transitions: [
          { from: "coder", to: "reviewer", condition: { type: "output_contains", pattern: "review(ed)? please" } },
          { from: "reviewer", to: "coder:fix", condition: { type: "output_contains", pattern: "never said" } },
        ],
      },
      say: () => ({ output: "reviewed please" }),
    });
    expect(await run()).toMatchObject({ status: "completed", stopReason: "no transition" });
    expect(slots(turns)).toEqual(["coder:write", "reviewer"]);
  });

  it("convergence ends after maxIterations if the marker never comes", async () => {
    const { turns, run } = play({
      template: {
        maxTotalSteps: 20,
        transitions: [
          PLAIN.transitions[0],
          { from: "reviewer", to: "coder:fix", condition: { type: "convergence", marker: "[OK]", maxIterations: 2 } },
        ],
      },
      say: () => ({ output: "not yet" }),
    });
    expect(await run()).toMatchObject({ status: "completed", stopReason: "iterations" });
    const round = ["coder:fix", "reviewer"];
    expect(slots(turns)).toEqual(["coder:write", "reviewer", ...round, ...round]);
  });

  it("entryStage of the template comes before that of the agent", async () => {
    const { turns, run } = play({ template: { entryStage: "fix", transitions: [] }, say: () => ({}) });
    expect(await run()).toMatchObject({ status: "completed", stopReason: "no transition" });
    expect(slots(turns)).toEqual(["coder:fix"]);
  });

  it("{{currentDateTime}} is the time of the step", async () => {
    const solo = { profile: "__active__", promptTemplate: "NOW {{currentDateTime}}" };
    const prompts: string[] = [];
    const threads = createThreads({
      templates: [{ agents: { solo }, templates: { solo: { agents: ["solo"], entryAgent: "solo" } } }],
      async runAgent({ prompt }) {
        prompts.push(prompt);
        return { ok: true, output: "" };
      },
    });
    const { steps, createdAt } = await threads.run({ template: "solo", message: "x" });
    const now = /^NOW (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/.exec(prompts[0]!)?.[1];
    expect(now! >= createdAt && now! <= steps[0]!.endedAt).toBe(true);
  });
});

describe("hooks of a program", () => {
  /** Notes when it is asked; the first one of a phase may answer. */
  function hooks(answer: Partial<Record<Phase, HookTurn>> = {}) {
    const asked: string[] = [];
    const own: LifecycleHooks = {
      count: () => 2,
      async run({ steps, activeAgent }, phase, index) {
        asked.push(`${phase} ${index} after ${steps.length}: ${activeAgent}`);
        return index === 0 ? answer[phase] : undefined;
      },
    };
    return { asked, own };
  }
  const once = { transitions: [PLAIN.transitions[0]] };
  const asks = { slot: "hook:end", profile: "__active__", prompt: "SUM up", sameSession: false };

  it("all of a phase run in order, and their turns are steps", async () => {
    const { asked, own } = hooks({ end: asks });
    const { turns, run } = play({ template: once, say: () => ({}), hooks: own });
    const { steps } = await run();
    expect(asked).toEqual([
      ...["start 0 after 0: coder", "start 1 after 0: coder"],
      ...["transition 0 after 1: reviewer", "transition 1 after 1: reviewer"],
      // The turn of the first one is done before the second one is asked.
      ...["end 0 after 2: reviewer", "end 1 after 3: reviewer"],
    ]);
    expect(steps.map(({ agentSlotId }) => agentSlotId)).toEqual(["coder", "reviewer", "hook:end"]);
    expect(turns.at(-1)).toMatchObject({ slot: "hook:end", profile: "claude-code", prompt: "SUM up" });
  });

  it("TH-01 none of the end run when the thread fails; they run once when it comes to its end after resume", async () => {
    let isBroken = true;
    const { asked, own } = hooks();
    const { threads, run } = play({
      template: once,
      say: ({ slot }) => (slot === "reviewer" && isBroken ? { ok: false, why: "overloaded" } : {}),
      hooks: own,
    });
    const failed = await run();
    expect(failed).toMatchObject({ status: "failed", error: "overloaded" });
    expect(asked.filter((one) => one.startsWith("end"))).toEqual([]);
    isBroken = false;
    expect(await threads.resume(failed.id)).toMatchObject({ status: "completed" });
    expect(asked.filter((one) => one.startsWith("end"))).toEqual([
      "end 0 after 2: reviewer",
      "end 1 after 2: reviewer",
    ]);
    expect(asked.filter((one) => !one.startsWith("end"))).toHaveLength(4);
  });
});
