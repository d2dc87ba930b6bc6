import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FAILURE_HINTS, type FailureCause } from "../../src/core/decision/failure.js";
import type { HookSpec } from "../../src/core/hooks/hook.js";
import { createHooks, deny } from "../../src/index.js";
import { loadConfig } from "../support/fire-config.js";
import { admitted } from "../support/hook-specs.js";
import { command, fireReal, realEngine, tempFolder } from "../support/real-engine.js";

describe("failure contracts", () => {
  it("EX-10 a timeout is open for an observer, follows onTimeout, then onFailure, and else the guard's default", async () => {
    const slow = (over: Partial<HookSpec>) => command("sleep 30", { timeoutMs: 200, ...over });
    const verdictOf = async (over: Partial<HookSpec>) => (await fireReal([slow(over)])).verdict;
    expect(await verdictOf({})).toBe("none");
    expect(await verdictOf({ onTimeout: "deny" })).toBe("deny");
    expect(await verdictOf({ guard: true })).toBe("deny");
    expect(await verdictOf({ guard: true, onTimeout: "allow" })).toBe("none");
    expect(await verdictOf({ guard: true, onFailure: "ask" })).toBe("ask");
    expect(await verdictOf({ guard: true, onFailure: "deny", onTimeout: "ask" })).toBe("ask");
  });

  it("EX-10 a dialect's own words for a timeout that blocks are used", async () => {
    const hook = command("sleep 30", {
      timeoutMs: 200,
      onTimeout: "deny",
      timeoutReason: "Hook timed out after 1s: sleep 30",
    });
    expect((await fireReal([hook])).reason).toBe("Hook timed out after 1s: sleep 30");
  });

  it("EX-15 a missing script with onFailure deny denies and says why", async () => {
    const decision = await fireReal([command("/no/such/policy.sh", { id: "policy", onFailure: "deny" })]);
    expect(decision).toMatchObject({ verdict: "deny", hooks: [{ cause: "not-found", answered: "deny" }] });
    expect(decision.reason).toContain('Hook "policy" could not decide');
    expect(decision.reason).toContain(FAILURE_HINTS["not-found"]);
  });

  it("EX-18 a function that never resolves runs into its timeout, is told so, and fails open", async () => {
    const hooks = createHooks();
    let reason: unknown;
    hooks.on("PreToolUse", { timeoutMs: 150 }, (_payload, { signal }) => {
      signal.addEventListener("abort", () => {
        reason = signal.reason;
      });
      return new Promise<never>(() => {});
    });
    expect(await hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: {} })).toMatchObject({
      verdict: "none",
      hooks: [{ outcome: "failed", cause: "timeout", answered: "allow" }],
    });
    expect(reason).toBe("timeout");
  });

  it("EX-19 an informational hook that ends with 3 changes nothing and leaves one note with the code", async () => {
    const decision = await fireReal([command("exit 3", { event: "PostToolUse" })], "PostToolUse");
    expect(decision).toMatchObject({
      verdict: "none",
      hooks: [{ outcome: "failed", cause: "exit", answered: "allow" }],
    });
    expect(decision.context).toBeUndefined();
    expect(decision.notes).toHaveLength(1);
    expect(decision.notes[0]!.message).toContain("code 3");
  });

  it("EX-14 one broken hook does not keep another from deciding", async () => {
    const decision = await fireReal([
      command("/no/such/hook"),
      admitted({
        id: "throws",
        run: {
          type: "function",
          fn: () => {
            throw new Error("boom");
          },
        },
      }),
      command(`echo '{"decision":"deny","reason":"still here"}'`, { id: "works" }),
    ]);
    expect(decision).toMatchObject({ verdict: "deny", reason: "still here", verdictBy: { hook: "works" } });
    expect(decision.hooks.map(({ cause }) => cause)).toEqual(["not-found", "threw", undefined]);
  });

  it("OB-06 not found, bad JSON, too slow and not permitted each have a message and a hint of their own", async () => {
    const file = join(tempFolder(), "hook.sh");
    writeFileSync(file, "#!/bin/sh\n", { mode: 0o644 });
    const cases: [FailureCause, HookSpec["run"], number][] = [
      ["not-found", { type: "command", command: "/no/such/hook" }, 20_000],
      ["bad-json", { type: "command", command: "printf '{'" }, 20_000],
      ["timeout", { type: "command", command: "sleep 30" }, 200],
      ["not-executable", { type: "command", command: file }, 20_000],
    ];
    const messages = new Set<string>();
    for (const [cause, run, timeoutMs] of cases) {
      const decision = await fireReal([admitted({ guard: true, run, timeoutMs })]);
      expect(decision.hooks[0]!.cause).toBe(cause);
      expect(decision.reason).toContain(FAILURE_HINTS[cause]);
      messages.add(decision.hooks[0]!.detail!.replace(/\(.*\)/, ""));
    }
    expect(messages.size).toBe(4);
    expect(new Set(Object.values(FAILURE_HINTS)).size).toBe(Object.keys(FAILURE_HINTS).length);
  });

  it("a state store that breaks its promise does not stop an event", async () => {
    const broken = () => Promise.reject(new Error("no store"));
    const { fire } = realEngine([admitted({ once: true, run: { type: "function", fn: () => deny("seen") } })], {
      state: { read: broken, update: broken, sweep: broken },
    });
    expect(await fire()).toMatchObject({ verdict: "deny", reason: "seen" });
  });

  it("a payload that cannot be written as text is a failure of the hooks, not of the fire", async () => {
    let deep: unknown = "x";
    for (let i = 0; i < 60_000; i++) deep = [deep];
    const cyclic: Record<string, unknown> = {};
    cyclic["self"] = cyclic;
    const hooks = createHooks();
    hooks.on("PreToolUse", { id: "matched", guard: true, matcher: { params: "x" } }, () => undefined);
    hooks.on("PreToolUse", { id: "plain" }, () => undefined);
    for (const value of [deep, cyclic]) {
      const decision = await hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: { value } });
      expect(decision.verdict).toBe("deny");
      expect(decision.hooks).toMatchObject([
        { id: "matched", outcome: "failed", cause: "slow-pattern" },
        { id: "plain" },
      ]);
    }
    const printed = await fireReal([command("cat")], "PreToolUse", { tool_input: { deep } });
    expect(printed.hooks).toMatchObject([{ outcome: "failed", cause: "threw" }]);
  });
});

describe("EX-07 default timeouts", () => {
  const claudeStyle = (event: string) => ({ hooks: { [event]: [{ hooks: [{ type: "command", command: "true" }] }] } });
  it.each([
    ["native", claudeStyle("PreToolUse"), 30_000],
    ["claude", claudeStyle("PreToolUse"), 600_000],
    ["orion", claudeStyle("PreToolUse"), 10_000],
    ["arawn", claudeStyle("PreToolUse"), 10_000],
    ["arawn2", claudeStyle("PreToolUse"), 10_000],
    ["opta", { hooks: [{ event: "tool.pre", command: "true" }] }, 10_000],
    ["oak", claudeStyle("PreToolUse"), 60_000],
    ["cortex", { id: "a", event: "agent:pre-tool", run: { command: "true" } }, 30_000],
    ["cortex", { onNew: { command: "true" } }, 60_000],
  ])("EX-07 a hook of %s without one has the dialect's", (dialect, config, expected) => {
    const path = join(tempFolder(), "hooks.json");
    writeFileSync(path, JSON.stringify(config));
    const { hooks } = loadConfig({ dialect, files: [{ path, scope: "user" }] });
    expect(hooks.map(({ timeoutMs }) => timeoutMs)).toEqual([expected]);
  });
});
