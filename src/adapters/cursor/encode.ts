/**
 * Encodes a decision for Cursor. It denies on anything but one JSON object, and ignores Claude Code's nested keys, so
 * an answer is always an object with its own keys.
 */
import type { Decision } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { JsonObject } from "../../core/text/json.js";
import { canSay, nativeInput } from "../_shared/tool-names.js";
import type { NativeAnswer } from "../contract.js";
import { CURSOR_TOOLS } from "./tools.js";

const NO_REASON = "Blocked by a hook.";

export function encode(decision: Decision, event: HookEvent): NativeAnswer {
  return { stdout: JSON.stringify(answerFor(decision, event)), exitCode: 0 };
}

function answerFor(decision: Decision, event: HookEvent): JsonObject {
  const context = decision.context === undefined ? {} : { additional_context: decision.context };
  switch (event.name) {
    case "PreToolUse":
      return { ...permission(decision, event), ...context };
    case "PostToolUse":
    case "PostToolUseFailure":
      return context;
    case "UserPromptSubmit":
      return { ...(decision.verdict === "deny" ? halt(decision.reason) : {}), ...context };
    case "SessionStart":
      return { ...(decision.stop === undefined ? {} : halt(decision.stop.value.reason)), ...context };
    case "Stop":
    case "SubagentStop":
      return decision.forceContinue === undefined ? {} : { followup_message: decision.forceContinue.value.reason };
    case "PreCompact":
      return decision.messages.length === 0
        ? {}
        : { user_message: decision.messages.map(({ value }) => value).join("\n") };
    default:
      return {};
  }
}

function permission(decision: Decision, event: HookEvent): JsonObject {
  const { verdict, reason, input } = decision;
  if (verdict === "deny") {
    const words = reason ?? NO_REASON;
    return { permission: "deny", user_message: words, agent_message: words };
  }
  return {
    ...(verdict === "allow" ? { permission: "allow" } : {}),
    ...(input === undefined ? {} : { updated_input: nativeInput(CURSOR_TOOLS, event, input) }),
  };
}

/** Only the event for every tool accepts a new input. */
export function canRewrite(event: HookEvent, input: JsonObject): boolean {
  return event.native?.event === "preToolUse" && canSay(CURSOR_TOOLS, event, input);
}

function halt(reason: string | undefined): JsonObject {
  return { continue: false, user_message: reason ?? NO_REASON };
}
