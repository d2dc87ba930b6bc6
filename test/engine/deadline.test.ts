import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { HookFunction } from "../../src/core/hooks/hook.js";
import { createHooks } from "../../src/index.js";
import { admitted } from "../support/hook-specs.js";
import { command, eventually, realEngine, tempFolder } from "../support/real-engine.js";
import { VirtualClock } from "../support/virtual-clock.js";

const hang: HookFunction = () => new Promise(() => {});

describe("a time limit that is no number", () => {
  it.each([Number.NaN, 0, -5])("is refused, of a guard as well: %s", (timeoutMs) => {
    const hooks = createHooks();
    for (const guard of [false, true])
      expect(() => hooks.on("PreToolUse", { guard, timeoutMs }, hang as never)).toThrow(`not ${timeoutMs}`);
  });
});

describe("the time of a whole fire", () => {
  it.each(["serial", "parallel"] as const)(
    "guards left over when it is used up answer their contract (%s)",
    async (strategy) => {
      const folder = tempFolder();
      const clock = new VirtualClock();
      const { fire } = realEngine(
        [
          command(`touch '${folder}/slow'; sleep 60`, { id: "slow", timeoutMs: 60_000 }),
          command(`touch '${folder}/ran'`, { id: "guard", guard: true, strategy }),
          command("true", { id: "lenient", guard: true, strategy, onTimeout: "allow" }),
        ],
        { deadlineMs: 300, clock },
      );
      const fired = fire();
      await eventually("the slow hook runs", () => existsSync(join(folder, "slow")));
      await clock.advance(300);
      const decision = await fired;
      expect(decision.verdict).toBe("deny");
      expect(decision.hooks).toMatchObject([
        { id: "slow", outcome: "failed", cause: "deadline", answered: "allow" },
        { id: "guard", outcome: "failed", cause: "deadline", answered: "deny" },
        strategy === "parallel"
          ? { id: "lenient", outcome: "failed", cause: "deadline", answered: "allow" }
          : { id: "lenient", outcome: "skipped", cause: "denied-before" },
      ]);
      expect(existsSync(join(folder, "ran"))).toBe(false);
    },
  );

  it("with a person there the guards that are left ask", async () => {
    const hooks = [
      admitted({ id: "slow", timeoutMs: 60_000, run: { type: "function", fn: hang } }),
      command("true", { guard: true }),
    ];
    const clock = new VirtualClock();
    const { fire } = realEngine(hooks, { deadlineMs: 100, presence: "interactive", clock });
    const fired = fire();
    await clock.advance(100);
    expect((await fired).verdict).toBe("ask");
  });

  it("EX-08 a hook's own timeout is what counts, in whole processes too", async () => {
    const folder = tempFolder();
    const clock = new VirtualClock();
    const { fire } = realEngine([command(`touch '${folder}/runs'; sleep 60`, { timeoutMs: 500 })], { clock });
    let settled = false;
    const fired = fire().finally(() => {
      settled = true;
    });
    await eventually("the hook runs", () => existsSync(join(folder, "runs")));
    await clock.advance(498);
    expect(settled).toBe(false);
    await clock.advance(2);
    expect((await fired).hooks).toMatchObject([
      { outcome: "failed", cause: "timeout", detail: "it did not answer within 500 ms" },
    ]);
  });

  it("fires that overlap each keep their own time", async () => {
    const clock = new VirtualClock();
    const { fire } = realEngine([admitted({ timeoutMs: 60_000, run: { type: "function", fn: hang } })], { clock });
    const ended: unknown[] = [];
    const fires = [200, 100, 150].map(async (deadlineMs) => {
      const decision = await fire(undefined, undefined, { deadlineMs });
      ended.push([deadlineMs, clock.now(), decision.hooks[0]!.cause]);
    });
    await clock.advance(1_000);
    await Promise.all(fires);
    expect(ended).toEqual([
      [100, 100, "deadline"],
      [150, 150, "deadline"],
      [200, 200, "deadline"],
    ]);
  });
});

describe("a caller that gives up", () => {
  it("ends the process that runs, and guards answer their contract", async () => {
    const folder = tempFolder();
    const caller = new AbortController();
    const { fire } = realEngine([
      command(`touch '${folder}/began'; sleep 60; touch '${folder}/finished'`, { id: "first", timeoutMs: 60_000 }),
      command("true", { id: "guard", guard: true }),
    ]);
    const fired = fire(undefined, undefined, { signal: caller.signal });
    await eventually("the hook runs", () => existsSync(join(folder, "began")));
    caller.abort();
    const decision = await fired;
    expect(decision).toMatchObject({
      verdict: "deny",
      hooks: [
        { id: "first", cause: "aborted", answered: "allow" },
        { id: "guard", cause: "aborted", answered: "deny" },
      ],
    });
    expect(existsSync(join(folder, "finished"))).toBe(false);
  });

  it("gets an answer at once when it gave up before", async () => {
    const clock = new VirtualClock(); // no time passes
    const { fire } = realEngine([command("sleep 600", { guard: true, timeoutMs: 60_000 })], { clock });
    const decision = await fire(undefined, undefined, { signal: AbortSignal.abort() });
    expect(decision).toMatchObject({ verdict: "deny", hooks: [{ cause: "aborted" }] });
  });

  it("HT-05 tells a function through its signal", async () => {
    const caller = new AbortController();
    let told = false;
    let listens: () => void = () => {};
    const listening = new Promise<void>((done) => {
      listens = done;
    });
    const hooks = createHooks();
    hooks.on("PreToolUse", async (_payload, { signal }) => {
      const aborted = new Promise((done) => signal.addEventListener("abort", done));
      listens();
      await aborted;
      told = signal.aborted;
    });
    const fired = hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: {} }, { signal: caller.signal });
    await listening;
    caller.abort();
    expect((await fired).hooks).toMatchObject([{ cause: "aborted" }]);
    expect(told).toBe(true);
  });
});
