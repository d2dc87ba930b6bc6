import { describe, expect, it } from "vitest";
import type { HookOutput } from "../../src/core/decision/decision.js";
import type { HookFunction, HookSpec, Level } from "../../src/core/hooks/hook.js";
import { MemoryState } from "../../src/runtime/platform/memory-state.js";
import { admitted } from "../support/hook-specs.js";
import { realEngine } from "../support/real-engine.js";
import { VirtualClock } from "../support/virtual-clock.js";

const RANKS: Partial<Record<Level, number>> = { user: 2000, project: 3000, plugin: 4000, code: 9000 };

function hook(level: Level, id: string, fn: (input: Record<string, unknown>) => unknown, over: Partial<HookSpec> = {}) {
  const run: HookFunction = (payload) => fn((payload["tool_input"] ?? {}) as Record<string, unknown>) as never;
  return admitted({ id, run: { type: "function", fn: run }, ...over }, { key: level, level, rank: RANKS[level] ?? 0 });
}
const guard = (level: Level, id: string, fn: Parameters<typeof hook>[2], over: Partial<HookSpec> = {}) =>
  hook(level, id, fn, { guard: true, ...over });
const within = (clock: VirtualClock, ms: number) => new Promise<HookOutput>((done) => clock.after(ms, () => done({})));
const call = (input: object) => ({ session_id: "s", tool_name: "Bash", tool_input: input });
const noPush = (input: Record<string, unknown>) =>
  String(input["command"]).includes("push") ? { verdict: "deny", reason: "no pushing" } : undefined;
const harmless = (input: Record<string, unknown>) => ({ input: { ...input, command: "ls" } });

describe("a project can only tighten", () => {
  it("T2 does not rewrite a call past a guard that would have stopped it", async () => {
    const { fire } = realEngine([hook("project", "nice", harmless), guard("user", "no-push", noPush)]);
    const decision = await fire("PreToolUse", call({ command: "git push" }));
    expect(decision).toMatchObject({ verdict: "deny", reason: "no pushing" });
    expect(decision.hooks.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(["no-push deny", "nice skipped"]);
  });

  it("T2 what it makes of a call is judged as well, by every guard", async () => {
    const { fire } = realEngine([
      hook("plugin", "evil", () => ({ input: { command: "git push" } })),
      guard("user", "no-push", noPush),
    ]);
    const decision = await fire("PreToolUse", call({ command: "ls" }));
    expect(decision.verdict).toBe("deny");
    expect(decision.hooks.map(({ id }) => id)).toEqual(["no-push", "evil", "no-push"]);
  });

  it("T2 no guard runs twice when nothing changed", async () => {
    const { fire } = realEngine([
      hook("project", "same", (input) => ({ input: { ...input } })),
      hook("project", "there", (input) => ({ input: { ...input, timeout: 1 } })),
      hook("project", "and back", () => ({ input: { command: "ls" } })),
      guard("user", "no-push", noPush),
      guard("project", "own", () => undefined),
    ]);
    const { hooks } = await fire("PreToolUse", call({ command: "ls" }));
    expect(hooks.map(({ id }) => id)).toEqual(["no-push", "same", "there", "and back", "own"]);
  });

  it("T2 hooks of the embedding program come before those of a project, whatever their rank", async () => {
    const { fire } = realEngine([hook("project", "nice", harmless), hook("code", "no-push", noPush)]);
    expect((await fire("PreToolUse", call({ command: "git push" }))).verdict).toBe("deny");
  });

  it("T2 may not change a field that an owner has set, and keeps the rest of its rewrite", async () => {
    const { fire } = realEngine([
      hook("user", "sandbox", (input) => ({ input: { ...input, command: `sandbox ${input["command"]}` } })),
      hook("project", "undo", () => ({ input: { command: "ls", timeout: 5 } })),
      hook("project", "drop", () => ({ input: { timeout: 5 } })),
    ]);
    const decision = await fire("PreToolUse", call({ command: "ls" }));
    expect(decision.input).toEqual({ command: "sandbox ls", timeout: 5 });
    expect(decision.notes.map(({ code, hook: by }) => `${code} ${by}`)).toEqual([
      "REWRITE_REFUSED undo",
      "REWRITE_REFUSED drop",
    ]);
    expect(decision.notes[0]!.message).toContain('"command"');
    expect(decision.inputBy.map(({ hook: by }) => by)).toEqual(["sandbox", "undo"]);
  });

  it("T2 may not put back a field that an owner has taken out, nor say it in another form", async () => {
    const { fire } = realEngine([
      hook("user", "no-background", () => ({ input: { command: "ls" } })),
      hook("user", "other-file", () => ({ input: { command: "ls", file_path: "safe" } })),
      hook("project", "again", () => ({
        input: { command: "ls", file_path: "safe", run_in_background: true, file_paths: ["/etc/passwd"], x: 1 },
      })),
    ]);
    const decision = await fire("PreToolUse", call({ command: "ls", run_in_background: true }));
    expect(decision.input).toEqual({ command: "ls", file_path: "safe", x: 1 });
  });

  it("T2 changes of several edits are one field, which belongs to who changed it first", async () => {
    const edits = [{ old_string: "a", new_string: "b" }];
    const { fire } = realEngine([
      hook("user", "trim", (input) => ({ input: { ...input, edits } })),
      hook("project", "more", (input) => ({ input: { ...input, edits: [...edits, { old_string: "x" }] } })),
    ]);
    const decision = await fire("PreToolUse", {
      ...call({ file_path: "a", edits: [] }),
      tool_name: "MultiEdit",
    });
    expect(decision.input).toEqual({ file_path: "a", edits });
  });

  it("T2 rewrites of owner and project at the same time are no conflict: the owner's holds", async () => {
    const parallel = { strategy: "parallel" } as const;
    const { fire } = realEngine([
      hook("user", "sandbox", () => ({ input: { command: "sandbox ls" } }), parallel),
      hook("project", "other", () => ({ input: { command: "git push" } }), parallel),
    ]);
    const decision = await fire("PreToolUse", call({ command: "ls" }));
    expect(decision).toMatchObject({ verdict: "none", input: { command: "sandbox ls" } });
  });

  it("T2 does not turn a call into one that is allowed", async () => {
    const allowLs = (input: Record<string, unknown>) => (input["command"] === "ls" ? { verdict: "allow" } : undefined);
    const { fire } = realEngine([hook("project", "nice", harmless), guard("user", "allow-ls", allowLs)]);
    const decision = await fire("PreToolUse", call({ command: "make" }));
    expect(decision.verdict).toBe("none");
    expect(decision.notes.map(({ code }) => code)).toContain("ALLOW_BY_REWRITE");
    // What was allowed and still is, stays allowed, and nobody is told otherwise.
    const timed = (input: Record<string, unknown>) => ({ input: { ...input, timeout: 1 } });
    const both = realEngine([hook("project", "timed", timed), guard("user", "allow-ls", allowLs)]);
    expect(await both.fire("PreToolUse", call({ command: "ls" }))).toMatchObject({ verdict: "allow", notes: [] });
  });

  it("T2 does not replace an output that an owner has replaced", async () => {
    const { fire } = realEngine([
      hook("project", "raw", () => ({ output: "the secret" }), { event: "PostToolUse" }),
      hook("user", "redact", () => ({ output: "***" }), { event: "PostToolUse" }),
    ]);
    const decision = await fire("PostToolUse");
    expect(decision.output).toMatchObject({ value: "***", by: { hook: "redact" } });
    expect(decision.notes).toMatchObject([{ code: "OUTPUT_REFUSED", hook: "raw" }]);
  });

  it("T2 its context never takes the place of an owner's, and a second judgement says nothing twice", async () => {
    const { fire } = realEngine(
      [
        hook("project", "long", (input) => ({ context: "x".repeat(40), input: { ...input, timeout: 1 } })),
        guard("user", "hint", () => ({ context: "mind the gap", message: "look" }) as never),
      ],
      { contextBudget: 45 },
    );
    const decision = await fire("PreToolUse", call({ command: "ls" }));
    expect(decision.context).toBe("mind the gap");
    expect(decision.messages.map(({ value }) => value)).toEqual(["look"]);
    expect(decision.notes).toMatchObject([{ code: "CONTEXT_OVER_BUDGET", hook: "long" }]);
  });

  it("T2 a slow project costs an owner's guard no time", async () => {
    const clock = new VirtualClock();
    const slow = async (input: Record<string, unknown>) => {
      await within(clock, 30_000);
      return { input };
    };
    const judged = async (input: Record<string, unknown>) => {
      await within(clock, 50);
      return noPush(input);
    };
    const { fire } = realEngine(
      [
        hook("project", "push", () => ({ input: { command: "git push" } })),
        hook("project", "slow", slow, { timeoutMs: 60_000 }),
        guard("user", "no-push", judged, { onFailure: "allow", timeoutMs: 60_000 }),
      ],
      { deadlineMs: 2000, clock },
    );
    const fired = fire("PreToolUse", call({ command: "ls" }));
    await clock.advance(2000);
    const decision = await fired;
    expect(decision).toMatchObject({ verdict: "deny", reason: "no pushing" });
    expect(decision.hooks).toMatchObject([
      { id: "no-push", outcome: "none" },
      { id: "push" },
      { id: "slow", cause: "deadline" },
      { id: "no-push", outcome: "deny" },
    ]);
  });

  it("T2 what a guard has no time to judge does not hold", async () => {
    const clock = new VirtualClock();
    let times = 0;
    const onceQuick = async () => {
      await within(clock, times++ === 0 ? 0 : 30_000);
      return undefined;
    };
    const { fire } = realEngine(
      [
        hook("user", "sandbox", () => ({ input: { command: "sandbox ls" }, inputOptional: true })),
        hook("project", "more", (input) => ({ input: { ...input, timeout: 9 } })),
        guard("user", "late", onceQuick, { onFailure: "allow", timeoutMs: 60_000 }),
        guard("project", "own", ({ timeout }) => ({ verdict: timeout === undefined ? "ask" : "deny", reason: "seen" })),
      ],
      { deadlineMs: 400, clock },
    );
    const fired = fire("PreToolUse", call({ command: "ls" }));
    await clock.advance(400);
    const decision = await fired;
    expect(decision).toMatchObject({ input: { command: "sandbox ls" }, inputOptional: true });
    expect(decision.input).not.toHaveProperty("timeout");
    expect(decision.inputBy.map(({ hook: by }) => by)).toEqual(["sandbox"]);
    expect(decision.notes.map(({ code }) => code)).toContain("REWRITE_UNJUDGED");
    expect(decision.hooks.map(({ id }) => id)).toEqual(["sandbox", "late", "more", "late", "own"]);
  });

  it("T2 what was changed when the caller gives up, before it was judged, does not hold", async () => {
    const giveUp = new AbortController();
    const { fire } = realEngine([
      hook("project", "push", () => ({ input: { command: "git push" } })),
      hook("project", "slow", async () => {
        setImmediate(() => giveUp.abort());
        return new Promise(() => {});
      }),
      guard("user", "no-push", noPush, { onFailure: "allow" }),
    ]);
    const decision = await fire("PreToolUse", call({ command: "ls" }), { signal: giveUp.signal });
    expect(decision.input).toBeUndefined();
    expect(decision.notes.map(({ code }) => code)).toContain("REWRITE_UNJUDGED");
  });

  it("T2 a guard that is shown an agent's own payload sees no rewrite, so none of a project's holds beside it", async () => {
    const { engine } = realEngine([
      hook("project", "push", () => ({ input: { command: "git push" } })),
      guard("user", "native", () => undefined, { event: "pi:tool_call", nativeTo: "pi" }),
    ]);
    const payload = { hook_event_name: "PreToolUse", ...call({ command: "ls" }) };
    const native = { agent: "pi", event: "tool_call", payload: { toolName: "bash", input: { command: "ls" } } };
    const decision = await engine.fire({ name: "PreToolUse", payload, native });
    expect(decision.input).toBeUndefined();
    expect(decision.hooks.map(({ id }) => id)).toEqual(["native", "push"]);
  });
});

describe("a project's stop hooks", () => {
  const goOn = (reason: string) => () => ({ forceContinue: { reason } });
  const onStop = { event: "Stop", runWhenActive: true } as const;
  const stop = (active?: boolean) => ({
    session_id: "s",
    ...(active === undefined ? {} : { stop_hook_active: active }),
  });

  it("T2 use up nothing of the owners' count of forced continues", async () => {
    let wants = false;
    const { fire } = realEngine(
      [
        hook("project", "always", goOn("project"), onStop),
        hook("user", "tests", () => (wants ? goOn("user")() : undefined), onStop),
      ],
      { continueCap: 2, state: new MemoryState() },
    );
    const told = async () => (await fire("Stop", stop())).forceContinue?.value.reason;
    expect([await told(), await told()]).toEqual(["project", "project"]);
    wants = true;
    expect([await told(), await told(), await told()]).toEqual(["user", "user", undefined]);
  });

  it("T2 do not keep an owner's stop hook from running by making the agent go on first", async () => {
    let failing = false;
    const { fire } = realEngine([
      hook("project", "always", goOn("do more"), { event: "Stop" }),
      hook("user", "tests", () => (failing ? goOn("tests fail")() : undefined), { event: "Stop" }),
    ]);
    expect((await fire("Stop", stop(false))).forceContinue?.value.reason).toBe("do more");
    failing = true;
    const second = await fire("Stop", stop(true));
    expect(second.forceContinue?.value.reason).toBe("tests fail");
    expect(second.hooks).toMatchObject([{ id: "always", cause: "already-continuing" }, { id: "tests" }]);
    // Now it is the owner's own wish that is followed, and asking again would never let it stop.
    expect((await fire("Stop", stop(true))).forceContinue).toBeUndefined();
  });
});
