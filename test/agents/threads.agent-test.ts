/** Threads of released Claude Code and Codex, judged by what their models were sent and by the files. */
import type { ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isAlive } from "../../src/runtime/platform/process-alive.js";
import { claudeCode } from "./claude-code.js";
import { codex } from "./codex.js";
import { PROMPT, says, ThreadHarbour } from "./thread-harbour.js";

const answers = (value: object) => ({ command: `printf '%s' '${JSON.stringify(value)}'` });

const POLL = { timeout: 60_000, interval: 100 };

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
          const { id } = await place.last();
          process.kill(place.runnerOf(id), "SIGKILL");
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

  it.each(["claude", "codex"] as const)(
    "kill -9 of %s: the thread fails with the reason, nothing is left, resume continues its session",
    async (victim) => {
      let isKilled = false;
      const place = await ThreadHarbour.open({
        models: {
          claude: says("The first draft.", "The second draft."),
          codex: says("Please fix the mooring.", "Fine. [APPROVED]"),
        },
        async beforeTurn(agent, turn) {
          if (agent !== victim || turn !== 2 || isKilled) return;
          isKilled = true;
          const { id } = await place.last();
          const runner = place.runnerOf(id);
          const agents = place.agentProcesses(id).filter(({ parent }) => parent === runner);
          expect(agents).toHaveLength(1);
          process.kill(agents[0]!.pid, "SIGKILL");
          // The model has nobody to answer now.
          await expect.poll(async () => (await place.last()).status, POLL).toBe("failed");
        },
      });
      expect(await place.thread(["run", "ping-pong", PROMPT])).toBe(1);
      const failed = await place.last();
      expect(failed).toMatchObject({ status: "failed", error: expect.stringContaining("was ended by SIGKILL") });
      const done = failed.steps.length;
      expect(done).toBe(victim === "claude" ? 2 : 3);
      expect(place.agentProcesses(failed.id)).toEqual([]);
      expect(await place.thread(["resume", failed.id])).toBe(0);
      const thread = await place.last();
      expect(thread.steps.map(({ agentSlotId }) => agentSlotId)).toEqual(["coder", "reviewer", "coder", "reviewer"]);
      const sessions = thread.steps.map(({ sessionId }) => sessionId);
      expect([sessions[2], sessions[3]]).toEqual([sessions[0], sessions[1]]);
      expect(thread.steps.slice(0, done)).toEqual(failed.steps);
    },
  );

  it.each(["claude", "codex"] as const)(
    "kill -9 of the daemon while %s works, whose hooks ask it: the guards hold, and no step is lost or done twice",
    async (victim) => {
      let isKilled = false;
      const driver = victim === "claude" ? claudeCode : codex;
      const call = driver.shell("echo built >> quay.txt");
      const place = await ThreadHarbour.open({
        models: {
          claude: [...(victim === "claude" ? [call] : []), ...says("The first draft.")],
          codex: [...(victim === "codex" ? [call] : []), ...says("Fine. [APPROVED]")],
        },
        profiles: {
          defaultProfile: "claude",
          profiles: {
            claude: { agent: "claude-code", args: ["--allowedTools", "Bash"] },
            codex: { agent: "codex", args: ["--dangerously-bypass-hook-trust"] },
          },
        },
        async beforeTurn(agent, turn) {
          if (agent !== victim || turn !== 1 || isKilled) return;
          isKilled = true;
          await place.kill();
        },
      });
      const guard = { event: "PreToolUse", guard: true, command: `echo asked >> ${place.root}/guarded; echo '{}'` };
      place.writeUser("hooks.json", { hooks: [guard] });
      place.install(victim);
      await place.serving();
      expect(await place.thread(["run", "ping-pong", PROMPT])).toBe(0);
      expect(isKilled).toBe(true);
      const thread = await place.last();
      expect(thread).toMatchObject({ status: "completed", stopReason: "converged" });
      expect(thread.steps.map(({ agentSlotId }) => agentSlotId)).toEqual(["coder", "reviewer"]);
      expect(place.read("quay.txt")).toBe("built\n");
      // Without the daemon, its guards still judge the call.
      expect(place.read(`${place.root}/guarded`)).toBe("asked\n");
      expect(place.agentProcesses(thread.id)).toEqual([]);
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
          process.kill(place.runnerOf(id), "SIGINT");
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
