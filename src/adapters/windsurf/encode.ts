/** Encodes a decision for Windsurf, which knows only one: exit code 2 blocks, and the agent reads stderr. */
import type { Decision } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { NativeAnswer } from "../contract.js";

const NO_REASON = "Blocked by a hook.";

export const neutral: NativeAnswer = { stdout: "", exitCode: 0 };

export function encode({ verdict, reason = "" }: Decision, { name }: HookEvent): NativeAnswer {
  const blocks = verdict === "deny" && (name === "PreToolUse" || name === "UserPromptSubmit");
  return blocks ? { stdout: "", stderr: `${reason.trim() === "" ? NO_REASON : reason}\n`, exitCode: 2 } : neutral;
}
