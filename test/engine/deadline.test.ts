import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { HookFunction } from "../../src/core/hooks/hook.js";
import { createHooks } from "../../src/index.js";
import { admitted } from "../support/hook-specs.js";
import { command, eventually, realEngine, tempFolder, timed } from "../support/real-engine.js";

const hang: HookFunction = () => new Promise(() => {});

describe("a time limit that is no number", () => {
  it.each([Number.NaN, 0, -5])(
    "is refused, and a guard with it fails instead of waiting for ever: %s",
    async (timeoutMs) => {
      const hooks = createHooks();
      expect(() => hooks.on("PreToolUse", { timeoutMs }, hang as never)).toThrow(`not ${timeoutMs}`);
      hooks.on("PreToolUse", { id: "g", guard: true, timeoutMs }, hang as never);
      const decision = await hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: {} });
      expect(decision).toMatchObject({ verdict: "deny", hooks: [{ id: "g", cause: "broken" }] });
    },
  );
});

describe("the time of a whole fire", () => {
  it.each(["serial", "parallel"] as const)(
    "guards left over when it is used up answer their contract (%s)",
    async (strategy) => {
      const folder = tempFolder();
      const { fire } = realEngine(
        [
          command("sleep 60", { id: "slow", timeoutMs: 60_000 }),
          command(`touch '${folder}/ran'`, { id: "guard", guard: true, strategy }),
          command("true", { id: "lenient", guard: true, strategy, onTimeout: "allow" }),
        ],
        { deadlineMs: 300 },
      );
      const { ms, value } = await timed(() => fire());
      expect(ms).toBeLessThan(5000);
      expect(value.verdict).toBe("deny");
      expect(value.hooks).toMatchObject([
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
    const { fire } = realEngine(hooks, { deadlineMs: 100, presence: "interactive" });
    expect((await fire()).verdict).toBe("ask");
  });

  it("EX-08 a hook's own timeout is what counts, in whole processes too", async () => {
    const { fire } = realEngine([command("sleep 5", { timeoutMs: 500 })]);
    const { ms, value } = await timed(() => fire());
    expect(value.hooks).toMatchObject([
      { outcome: "failed", cause: "timeout", detail: "it did not answer within 500 ms" },
    ]);
    expect(ms).toBeGreaterThanOrEqual(490);
    expect(ms).toBeLessThan(4000);
  });

  it("fires that overlap each keep their own time", async () => {
    const hooks = createHooks();
    hooks.on("PreToolUse", { timeoutMs: 60_000 }, hang as never);
    const call = { tool_name: "Bash", tool_input: {} };
    const short = await timed(() => hooks.fire("PreToolUse", call, { deadlineMs: 80 }));
    const pair = await Promise.all(
      [200, 100].map((deadlineMs) => timed(() => hooks.fire("PreToolUse", call, { deadlineMs }))),
    );
    for (const { value } of [short, ...pair]) expect(value.hooks[0]).toMatchObject({ cause: "deadline" });
    expect(pair[0]!.ms).toBeGreaterThan(pair[1]!.ms);
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
    const { fire } = realEngine([command("sleep 60", { guard: true, timeoutMs: 60_000 })]);
    const { ms, value } = await timed(() => fire(undefined, undefined, { signal: AbortSignal.abort() }));
    expect(value).toMatchObject({ verdict: "deny", hooks: [{ cause: "aborted" }] });
    expect(ms).toBeLessThan(2000);
  });

  it("HT-05 tells a function through its signal", async () => {
    const caller = new AbortController();
    let told = false;
    const hooks = createHooks();
    hooks.on("PreToolUse", async (_payload, { signal }) => {
      await new Promise((done) => signal.addEventListener("abort", done));
      told = signal.aborted;
    });
    const fired = hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: {} }, { signal: caller.signal });
    setTimeout(() => caller.abort(), 30);
    expect((await fired).hooks).toMatchObject([{ cause: "aborted" }]);
    expect(told).toBe(true);
  });
});
