import { expect, it } from "vitest";
import type { HookFunction } from "../../src/core/hooks/hook.js";
import { fireHooks } from "../support/fire-hooks.js";
import { admitted } from "../support/hook-specs.js";

const hang: HookFunction = () => new Promise(() => {});

it.each(["serial", "parallel"] as const)(
  "a caller that gives up from inside a %s hook leaves no guard unheard",
  async (strategy) => {
    const caller = new AbortController();
    const giveUp: HookFunction = () => {
      caller.abort();
      return hang({} as never, {} as never);
    };
    const guards = [giveUp, hang].map((fn, i) =>
      admitted({
        id: `g${i}`,
        guard: true,
        strategy,
        timeoutMs: 60_000,
        onFailure: i === 0 ? "allow" : "deny",
        run: { type: "function", fn },
      }),
    );
    const decision = await fireHooks(guards, { signal: caller.signal, presence: "headless" });
    expect(decision.verdict).toBe("deny");
    expect(decision.hooks).toMatchObject([
      { id: "g0", outcome: "failed", cause: "aborted" },
      { id: "g1", outcome: "failed", cause: "aborted" },
    ]);
  },
);

it("a hook that answers although it gave up for the caller is heard", async () => {
  const caller = new AbortController();
  const fn: HookFunction = () => {
    caller.abort();
    return { verdict: "deny", reason: "no" };
  };
  const decision = await fireHooks([admitted({ run: { type: "function", fn } })], { signal: caller.signal });
  expect(decision).toMatchObject({ verdict: "deny", reason: "no", hooks: [{ outcome: "deny" }] });
});

it("a promise that is not ours is waited for all the same", async () => {
  const thenable = {
    then: (done: (answer: object) => void) => setTimeout(() => done({ verdict: "deny", reason: "no" }), 5),
  };
  const decision = await fireHooks([admitted({ guard: true, run: { type: "function", fn: () => thenable as never } })]);
  expect(decision).toMatchObject({ verdict: "deny", reason: "no" });
});
