/** Threads of released Claude Code and Codex, judged by what their models were sent and by the files. */
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isAlive } from "../../src/runtime/platform/process-alive.js";
import { claudeCode } from "./claude-code.js";
import { PROMPT, says, ThreadHarbour } from "./thread-harbour.js";

const answers = (value: object) => ({ command: `printf '%s' '${JSON.stringify(value)}'` });

const APPROVED_LATER = {
  claude: [
    claudeCode.shell("echo built > quay.txt"),
    ...says("The first draft.", "The second draft.", "It is committed."),
  ],
  codex: says("Please fix the mooring.", "Fine. [APPROVED]"),
};

describe("Claude Code and Codex in turns", () => {
  it("four steps in two sessions, hooks see who was active, and onEnd reaches the coder's own conversation", async () => {
    const place = await ThreadHarbour.open({
      models: APPROVED_LATER,
      hooks: {
        onTransition: { command: "cat >> transitions.log; echo >> transitions.log" },
        onEnd: answers({ targetAgent: "coder", prompt: "COMMIT the quay" }),
      },
    });
    expect(await place.thread(["run", "ping-pong", PROMPT])).toBe(0);
    const thread = await place.last();
    expect(thread).toMatchObject({ status: "completed", stopReason: "converged" });
    expect(thread.steps.map(({ agentSlotId, output }) => [agentSlotId, output])).toEqual([
      ["coder", "The first draft."],
      ["reviewer", "Please fix the mooring."],
      ["coder", "The second draft."],
      ["reviewer", "Fine. [APPROVED]"],
      ["coder", "It is committed."],
    ]);
    expect(place.read("quay.txt")).toBe("built\n");
    const sessions = thread.steps.map(({ sessionId }) => sessionId);
    expect(new Set(sessions).size).toBe(2);
    expect([sessions[2], sessions[4], sessions[3]]).toEqual([sessions[0], sessions[0], sessions[1]]);
    const last = place.bodies("claude").at(-1)!;
    for (const text of ["COMMIT the quay", "The first draft.", "The second draft.", "Please fix the mooring."])
      expect(last).toContain(text);
    expect(place.bodies("codex").at(-1)).toContain("Please fix the mooring.");
    const artifact = readFileSync(thread.artifactPath, "utf8");
    for (const text of ["The second draft.", "Fine. [APPROVED]"]) expect(artifact).toContain(text);
    const seen = place
      .read("transitions.log")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(seen.map(({ previousAgent, activeAgent }) => [previousAgent, activeAgent])).toEqual([
      ["coder", "reviewer"],
      ["reviewer", "coder"],
      ["coder", "reviewer"],
    ]);
    // Claude Code reports the total of its session, Codex only tokens of it.
    const [first, review, second, again] = thread.steps;
    expect(first!.costUsd).toBeGreaterThan(0);
    expect(second!.costUsd).toBeLessThan(first!.costUsd!);
    expect(thread.totalCostUsd).toBeCloseTo(
      thread.steps.reduce((sum, step) => sum + (step.costUsd ?? 0), 0),
      9,
    );
    expect(review).toMatchObject({ costUsd: null, tokens: 2 });
    expect(again).toMatchObject({ costUsd: null, tokens: 2 });
  });

  it("an inserted agent has a conversation of its own", async () => {
    const place = await ThreadHarbour.open({
      models: { claude: says("The first draft.", "A summary."), codex: says("Fine. [APPROVED]") },
      hooks: { onEnd: answers({ insertAgent: true, prompt: "SUM up the work" }) },
    });
    expect(await place.thread(["run", "ping-pong", PROMPT])).toBe(0);
    const thread = await place.last();
    expect(thread.steps.at(-1)).toMatchObject({ agentSlotId: "hook:end", output: "A summary." });
    const last = place.bodies("claude").at(-1)!;
    expect(last).toContain("SUM up the work");
    expect(last).not.toContain("The first draft.");
  });

  it("three failing hooks: the thread completes, with three lines and no process left", async () => {
    const place = await ThreadHarbour.open({
      models: { claude: says("The first draft."), codex: says("Fine. [APPROVED]") },
      hooks: {
        onStart: { command: "exit 1" },
        onTransition: { command: "echo no json" },
        onEnd: { command: "echo $$ > pid; sleep 300", timeout: 500 },
      },
    });
    expect(await place.thread(["run", "ping-pong", PROMPT])).toBe(0);
    expect((await place.last()).hookLines.map(({ phase }) => phase)).toEqual(["start", "transition", "end"]);
    expect(isAlive(Number(place.read("pid")))).toBe(false);
  });
});

describe("a thread that is interrupted", () => {
  it.each(["claude", "codex"] as const)(
    "kill -9 of the runner while %s works: resume continues its session, no step twice",
    async (victim) => {
      let child: ChildProcess | undefined;
      let isKilled = false;
      const script = {
        claude: says("The first draft.", "The second draft."),
        codex: says("Please fix the mooring.", "Fine. [APPROVED]"),
      };
      const place = await ThreadHarbour.open({
        models: script,
        async beforeTurn(agent, turn) {
          if (agent !== victim || turn !== 2 || isKilled) return;
          isKilled = true;
          // With a network of its own, the runner is the child of the relays.
          const { id } = await place.last();
          const runner = JSON.parse(place.read(join(place.state, "threads", id, "runner.json"))) as { pid: number };
          process.kill(runner.pid, "SIGKILL");
          await new Promise((done) => setTimeout(done, 1_000));
        },
      });
      child = place.begin(["run", "ping-pong", PROMPT]);
      await new Promise((done) => child!.once("exit", done));
      const interrupted = await place.last();
      expect(interrupted.status).toBe("interrupted");
      const done = interrupted.steps.length;
      expect(done).toBe(victim === "claude" ? 2 : 3);
      // The model plays its step again, for the turn that was cut off.
      expect(await place.thread(["resume", interrupted.id])).toBe(0);
      const thread = await place.last();
      expect(thread.status).toBe("completed");
      expect(thread.steps.map(({ agentSlotId }) => agentSlotId)).toEqual(["coder", "reviewer", "coder", "reviewer"]);
      const sessions = thread.steps.map(({ sessionId }) => sessionId);
      expect([sessions[2], sessions[3]]).toEqual([sessions[0], sessions[1]]);
      expect(thread.steps.slice(0, done)).toEqual(interrupted.steps);
    },
  );

  it("Ctrl-C while Claude Code works: cancelled, nothing is left, resume continues", async () => {
    let pressed: Promise<void> | undefined;
    const place = await ThreadHarbour.open({
      models: { claude: says("never said", "The first draft."), codex: says("Fine. [APPROVED]") },
      beforeTurn(agent, turn) {
        if (agent !== "claude" || turn !== 1) return undefined;
        pressed ??= (async () => {
          const { id } = await place.last();
          const runner = JSON.parse(place.read(join(place.state, "threads", id, "runner.json"))) as { pid: number };
          process.kill(runner.pid, "SIGINT");
          await new Promise((done) => setTimeout(done, 3_000));
        })();
        return pressed;
      },
    });
    expect(await place.thread(["run", "ping-pong", PROMPT])).toBe(1);
    const cancelled = await place.last();
    expect(cancelled).toMatchObject({ status: "cancelled", steps: [] });
    expect(await place.thread(["resume", cancelled.id])).toBe(0);
    expect((await place.last()).steps.map(({ agentSlotId }) => agentSlotId)).toEqual(["coder", "reviewer"]);
  });
});
