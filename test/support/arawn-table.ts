/** What an exit-code dialect of Arawn has to hold, as data and as one check over a profile. */
import { expect } from "vitest";
import type { HookEvent } from "../../src/core/events/payload.js";
import { toCanonicalTool, toNativeTool } from "../../src/core/events/tools.js";
import type { DialectProfile } from "../../src/core/hooks/dialect.js";
import type { HookSpec } from "../../src/core/hooks/hook.js";
import { MATCH_ALL } from "../../src/core/match/spec.js";

export interface DialectTable {
  readonly blocks: readonly string[];
  /** Exit code on PreToolUse → verdict, or "failed". */
  readonly exits: Readonly<Record<number, string>>;
  /** What was printed with a blocking code → reason. */
  readonly blockingCode: number;
  readonly reasons: readonly { readonly stdout: string; readonly stderr: string; readonly reason: string }[];
  readonly shellName: string;
  readonly stdin: object;
}

export const ARAWN: DialectTable = {
  blocks: ["PreToolUse"],
  exits: { 0: "none", 1: "deny", 2: "deny", 3: "deny" },
  blockingCode: 1,
  reasons: [
    { stdout: "out\n", stderr: "err\n", reason: "out" },
    { stdout: " ", stderr: "err\n", reason: "err" },
    { stdout: "", stderr: "", reason: "Hook blocked this and gave no reason" },
  ],
  shellName: "shell",
  stdin: { tool: "shell", params: { command: "ls" } },
};

export const ARAWN2: DialectTable = {
  blocks: ["PreToolUse", "PermissionRequest", "UserPromptSubmit"],
  exits: { 0: "none", 1: "failed", 2: "deny", 3: "failed" },
  blockingCode: 2,
  reasons: [
    { stdout: "out\n", stderr: "err\n", reason: "err" },
    { stdout: "out", stderr: "", reason: "Hook blocked the operation" },
  ],
  shellName: "Bash",
  stdin: { hook_event: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } },
};

const HOOK: HookSpec = {
  id: "h",
  event: "PreToolUse",
  dialect: "arawn",
  match: MATCH_ALL,
  run: { type: "command", command: "true" },
  guard: false,
  strategy: "serial",
  timeoutMs: 1000,
  mode: "enforce",
  enabled: true,
};
const CALL = { name: "Bash", input: { command: "ls" } };

const event = (name: string): HookEvent => ({
  name,
  payload: {
    hook_event_name: name,
    session_id: "s1",
    tool_name: CALL.name,
    tool_input: CALL.input,
    prompt: "hi",
  },
});

/** Throws where the profile and the table differ. */
export function checkDialect(profile: DialectProfile, table: DialectTable): void {
  const answer = (exitCode: number | null, name = "PreToolUse", stdout = "", stderr = "") => {
    const result = profile.interpret(
      { exitCode, signal: exitCode === null ? "SIGKILL" : null, stdout, stderr },
      event(name),
      HOOK,
    );
    return result.ok ? result.output : "failed";
  };
  const verdict = (output: ReturnType<typeof answer>) => (output === "failed" ? output : (output.verdict ?? "none"));
  expect(profile.blocks).toEqual(table.blocks);
  for (const [code, expected] of Object.entries(table.exits))
    expect([code, verdict(answer(Number(code)))]).toEqual([code, expected]);
  expect(verdict(answer(null))).toBe("failed");
  for (const { stdout, stderr, reason } of table.reasons) {
    expect(answer(table.blockingCode, "PreToolUse", stdout, stderr)).toEqual({ verdict: "deny", reason });
  }
  for (const name of [
    "PreToolUse",
    "PermissionRequest",
    "UserPromptSubmit",
    "PostToolUse",
    "SessionStart",
    "Stop",
    "PreCompact",
  ]) {
    expect([name, verdict(answer(table.blockingCode, name))]).toEqual([
      name,
      table.blocks.includes(name) ? "deny" : "failed",
    ]);
  }
  const tools = profile.tools ?? {};
  const native = toNativeTool(tools, CALL);
  expect(native).toEqual({ ...CALL, name: table.shellName });
  expect(toCanonicalTool(tools, native)).toEqual(CALL);
  expect(JSON.parse(profile.encode(event("PreToolUse"), HOOK).stdin)).toEqual(table.stdin);
}
