/**
 * Encodes a decision for Kimi Code. On other events it prints nothing, because Kimi Code pastes hook output that it
 * does not understand into the prompt.
 */
import type { Decision } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { JsonObject } from "../../core/text/json.js";
import type { NativeAnswer } from "../contract.js";

const NO_REASON = "Blocked by a hook.";

export function encode(decision: Decision, event: HookEvent): NativeAnswer {
  const answer = answerFor(decision, event.name);
  return { stdout: answer === undefined ? "" : JSON.stringify(answer), exitCode: 0 };
}

function answerFor({ verdict, reason, context, forceContinue }: Decision, event: string): JsonObject | undefined {
  switch (event) {
    case "PreToolUse":
      return verdict === "deny" ? block(reason) : undefined;
    case "UserPromptSubmit":
      if (verdict === "deny") return block(reason);
      // Blank text would count as none, and then the JSON itself would be pasted.
      return context === undefined || context.trim() === "" ? undefined : { message: context };
    case "Stop":
      return forceContinue === undefined ? undefined : block(forceContinue.value.reason);
    default:
      return undefined;
  }
}

/** One form for all: a tool does not run, a prompt is not sent, a turn does not end. */
function block(reason: string | undefined): JsonObject {
  const permissionDecisionReason = reason === undefined || reason.trim() === "" ? NO_REASON : reason;
  return { hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason } };
}
