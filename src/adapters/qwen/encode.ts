/** Encodes a decision for Qwen Code. Always JSON and exit 0: a blocking exit without text would let the tool run. */
import type { Decision } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { JsonObject } from "../../core/text/json.js";
import { nativeInput } from "../_shared/tool-names.js";
import type { NativeAnswer } from "../contract.js";
import { GOES_ON } from "./decode.js";
import { QWEN_TOOLS } from "./tools.js";

const NO_REASON = "Blocked by a hook.";

export function encode(decision: Decision, event: HookEvent): NativeAnswer {
  return { stdout: JSON.stringify(answerFor(decision, event)), exitCode: 0 };
}

function answerFor(decision: Decision, event: HookEvent): JsonObject {
  const { verdict, reason, context, forceContinue, messages } = decision;
  const specific = (fields: JsonObject): JsonObject =>
    Object.keys(fields).length === 0 ? {} : { hookSpecificOutput: { hookEventName: event.name, ...fields } };
  const withContext = specific(context === undefined ? {} : { additionalContext: context });
  const denial = verdict === "deny" ? block(reason) : {};
  switch (event.name) {
    case "PreToolUse":
      return verdict === "deny" || verdict === "ask" ? refusal(verdict, reason) : {};
    case "PermissionRequest":
      return specific(permissionAnswer(decision, event));
    case "PostToolUse":
      return decision.output === undefined ? withContext : replacement(decision.output.value, context);
    case "PostToolBatch":
    case "UserPromptSubmit":
    case "UserPromptExpansion":
      return { ...denial, ...withContext };
    case "PostToolUseFailure":
    case "SessionStart":
      return withContext;
    case "TaskCreated":
    case "TaskCompleted":
      return denial;
    case "Stop":
      return {
        ...(forceContinue === undefined ? {} : block(`${GOES_ON}${forceContinue.value.reason}`)),
        ...(messages.length === 0 ? {} : { systemMessage: messages.map(({ value }) => value).join("\n") }),
      };
    case "SubagentStop":
      return forceContinue === undefined ? {} : block(forceContinue.value.reason);
    default:
      return {};
  }
}

/** It uses the last of several hooks' decisions, so another hook's "allow" would override ours; this form is kept. */
function refusal(permissionDecision: "deny" | "ask", reason = NO_REASON): JsonObject {
  return {
    continue: false,
    stopReason: reason,
    hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision, permissionDecisionReason: reason },
  };
}

/** The permission prompt is the question itself, so "ask" has no effect. */
function permissionAnswer({ verdict, reason, input }: Decision, event: HookEvent): JsonObject {
  if (verdict === "deny") return { decision: { behavior: "deny", message: reason ?? NO_REASON } };
  if (verdict !== "allow") return {};
  const rewritten = input === undefined ? {} : { updatedInput: nativeInput(QWEN_TOOLS, event, input) };
  return { decision: { behavior: "allow", ...rewritten } };
}

/** "Stop" does not stop it after a tool: the reason replaces the output, and context is lost. */
function replacement(output: unknown, context: string | undefined): JsonObject {
  const text = typeof output === "string" ? output : JSON.stringify(output);
  return { continue: false, stopReason: [text || "(no output)", ...(context ? [context] : [])].join("\n\n") };
}

function block(reason = NO_REASON): JsonObject {
  return { decision: "block", reason };
}
