import { describe, expect, it } from "vitest";
import type { HookEvent } from "../../src/core/events/payload.js";
import type { DialectProfile } from "../../src/core/hooks/dialect.js";
import type { HookSpec } from "../../src/core/hooks/hook.js";
import claude from "../../src/sources/dialects/claude/profile.js";
import cortex from "../../src/sources/dialects/cortex/profile.js";

const HOOK = { id: "h", event: "PreToolUse", dialect: "cortex", guard: false } as HookSpec;
const DENY = '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}}';

const event = (name: string, payload: object = {}): HookEvent => ({
  name,
  payload: { hook_event_name: name, ...payload },
});
const ended = (exitCode: number, stdout = "") => ({ exitCode, signal: null, stdout, stderr: "words" });

/** What a profile must hold to be Cortex's. */
function assertCortex(profile: DialectProfile): void {
  expect(profile.blocks).toEqual(["PreToolUse", "PermissionRequest"]);
  for (const code of [1, 2, 3, 126, 127]) {
    expect(profile.interpret(ended(code), event("PreToolUse"), HOOK)).toMatchObject({
      ok: false,
      failure: { cause: "exit" },
    });
  }
  expect(profile.interpret(ended(0), event("PreToolUse"), HOOK)).toMatchObject({ ok: true, output: {} });
  for (const code of [0, 1, 2]) {
    const denied = profile.interpret(ended(code, DENY), event("PreToolUse"), HOOK);
    expect(denied).toMatchObject({ ok: true, output: { verdict: "deny", reason: "no" } });
  }
  const thread = profile.interpret(ended(0, '{"targetAgent":"r"}'), event("cortex:thread.end"), {
    ...HOOK,
    result: "json",
  });
  expect(thread).toMatchObject({ output: { output: { targetAgent: "r" } } });
  const session = profile.interpret(ended(0, " do x\n"), event("cortex:session.new"), {
    ...HOOK,
    result: "text",
  });
  expect(session).toMatchObject({ output: { output: "do x" } });
  const quiet = profile.interpret(ended(0, DENY), event("cortex:server.start"), { ...HOOK, result: "none" });
  expect(quiet).toMatchObject({ ok: true, output: {} });
  const result = JSON.parse(profile.encode(event("PostToolUse", { tool_response: "text" }), HOOK).stdin) as object;
  expect(result).toMatchObject({ tool_response: "text", tool_output: "text", is_error: false });
  const failure = JSON.parse(profile.encode(event("PostToolUseFailure", { error: "gone" }), HOOK).stdin) as object;
  expect(failure).toMatchObject({ tool_output: "gone", is_error: true });
  expect(profile.encode(event("cortex:session.new", { channel: "C1" }), HOOK).env).toEqual({
    CORTEX_HOOK_CHANNEL: "C1",
    CORTEX_HOOK_TRIGGER: "new",
  });
}

describe("cortex profile", () => {
  it("OU-09 OU-22 IN-08 IN-19 EV-28 speaks and reads as Cortex does", () => {
    assertCortex(cortex);
  });

  it.each<[string, Partial<DialectProfile>]>([
    ["blocks by exit code 2", { interpret: claude.interpret }],
    ["encodes as Claude Code does", { encode: claude.encode }],
    ["claims to block more", { blocks: claude.blocks }],
  ])("OU-09 is told apart from a profile that %s", (_what, broken) => {
    expect(() => assertCortex({ ...cortex, ...broken })).toThrow();
  });
});
