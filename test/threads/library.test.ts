import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type AgentTurn, createThreads, type TurnResult } from "../../src/index.js";
import { PING_PONG } from "../support/thread-place.js";

/** Answers by the beginning of the prompt; each slot has a session. */
function agent(answers: Readonly<Record<string, string>>) {
  const turns: AgentTurn[] = [];
  const runAgent = async (turn: AgentTurn): Promise<TurnResult> => {
    turns.push(turn);
    const key = Object.keys(answers).find((start) => turn.prompt.startsWith(start));
    if (key === undefined) return { ok: false, why: "nothing to say" };
    return { ok: true, output: answers[key]!, sessionId: turn.sessionId ?? `session of ${turn.slot}` };
  };
  return { turns, runAgent };
}

const ANSWERS = { CODE: "first draft", FIX: "second draft", "REVIEW second": "[APPROVED]", REVIEW: "fix it" };

describe.each([
  ["in memory", () => ({})],
  ["in a folder", () => ({ folder: mkdtempSync(join(tmpdir(), "snaphook-threads-")) })],
])("createThreads, %s", (_, where) => {
  it("runs a template with the program's own agents, each in its session", async () => {
    const { turns, runAgent } = agent(ANSWERS);
    const threads = createThreads({ runAgent, templates: [PING_PONG], ...where() });
    const thread = await threads.run({ template: "ping-pong", message: "x" });
    expect(thread).toMatchObject({ status: "completed", stopReason: "converged" });
    expect(turns.map(({ slot, sessionId }) => [slot, sessionId])).toEqual([
      ["coder", undefined],
      ["reviewer", undefined],
      ["coder", "session of coder"],
      ["reviewer", "session of reviewer"],
    ]);
    expect((await threads.list()).map(({ id }) => id)).toEqual([thread.id]);
    expect(threads.templates).toContain("review");
  });

  it("resume does the step that failed, and no other one again", async () => {
    const failing = agent({ CODE: "first draft" });
    const working = agent({ ...ANSWERS, REVIEW: "[APPROVED]" });
    let current = failing;
    const threads = createThreads({ runAgent: (turn) => current.runAgent(turn), templates: [PING_PONG], ...where() });
    const failed = await threads.run({ template: "ping-pong", message: "x" });
    expect(failed).toMatchObject({ status: "failed", error: "nothing to say" });
    current = working;
    expect(await threads.resume(failed.id)).toMatchObject({ status: "completed" });
    expect(working.turns.map(({ slot }) => slot)).toEqual(["reviewer"]);
  });

  it("a signal cancels it", async () => {
    const ending = new AbortController();
    const threads = createThreads({
      templates: [PING_PONG],
      ...where(),
      runAgent: async () => {
        ending.abort();
        return { ok: false, why: "cancelled" };
      },
    });
    const thread = await threads.run({ template: "ping-pong", message: "x", signal: ending.signal });
    expect(thread).toMatchObject({ status: "cancelled", steps: [] });
  });

  it("rejects for a template that is missing or wrong, before an agent runs", async () => {
    const { turns, runAgent } = agent({});
    const wrong = { agents: {}, templates: { wrong: { agents: ["ghost"], entryAgent: "ghost" } } };
    const threads = createThreads({ runAgent, templates: [wrong], ...where() });
    await expect(threads.run({ template: "revew", message: "x" })).rejects.toThrow('Did you mean "review"?');
    await expect(threads.run({ template: "wrong", message: "x" })).rejects.toThrow('there is no agent "ghost"');
    await expect(threads.resume("thr_none")).rejects.toThrow("there is no thread");
    expect(turns).toEqual([]);
  });
});
