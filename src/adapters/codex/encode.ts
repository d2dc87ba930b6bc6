/**
 * Encodes a decision for Codex with exactly the keys it was seen to accept: one unknown key makes it reject the whole
 * answer and run the tool. No answer is an empty output.
 */
import type { Decision } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { JsonObject } from "../../core/text/json.js";
import { PATCH_FIELDS } from "../_shared/patch.js";
import { canSay } from "../_shared/tool-names.js";
import type { NativeAnswer } from "../contract.js";

const NO_REASON = "Blocked by a hook.";

export function encode(decision: Decision, event: HookEvent): NativeAnswer {
  const answer = answerFor(decision, event);
  return { stdout: Object.keys(answer).length === 0 ? "" : JSON.stringify(answer), exitCode: 0 };
}

function answerFor(decision: Decision, event: HookEvent): JsonObject {
  const context = decision.context === undefined ? {} : { additionalContext: decision.context };
  const specific = (fields: JsonObject): JsonObject =>
    Object.keys(fields).length === 0 ? {} : { hookSpecificOutput: { hookEventName: event.name, ...fields } };
  switch (event.name) {
    case "PreToolUse":
      return specific({ ...permission(decision, event), ...context });
    case "PermissionRequest":
      return specific(permissionAnswer(decision));
    case "PostToolUse":
      return { ...replacement(decision), ...specific(context) };
    case "UserPromptSubmit":
      return { ...(decision.verdict === "deny" ? block(decision.reason) : {}), ...specific(context) };
    case "SessionStart":
      return { ...stop(decision), ...specific(context) };
    case "SubagentStart":
      return specific(context);
    case "Stop":
    case "SubagentStop":
      return decision.forceContinue === undefined ? {} : block(decision.forceContinue.value.reason);
    case "Interrupt":
      return decision.messages.length === 0
        ? {}
        : { systemMessage: decision.messages.map(({ value }) => value).join("\n") };
    default:
      return {};
  }
}

/** A rewrite is accepted only with "allow"; "allow" alone is rejected. A deny needs a reason. */
function permission(decision: Decision, event: HookEvent): JsonObject {
  if (decision.verdict === "deny") {
    return { permissionDecision: "deny", permissionDecisionReason: decision.reason ?? NO_REASON };
  }
  return decision.input === undefined
    ? {}
    : { permissionDecision: "allow", updatedInput: nativeInput(decision.input, event) };
}

/** The permission prompt is the question itself, so "ask" has no effect here. */
function permissionAnswer({ verdict, reason }: Decision): JsonObject {
  if (verdict === "allow") return { decision: { behavior: "allow" } };
  return verdict === "deny" ? { decision: { behavior: "deny", message: reason ?? NO_REASON } } : {};
}

function replacement({ output }: Decision): JsonObject {
  if (output === undefined) return {};
  return block(typeof output.value === "string" ? output.value : JSON.stringify(output.value));
}

function stop({ stop: wanted }: Decision): JsonObject {
  if (wanted === undefined) return {};
  return { continue: false, ...(wanted.value.reason === undefined ? {} : { stopReason: wanted.value.reason }) };
}

function block(reason: string | undefined): JsonObject {
  return { decision: "block", reason: reason ?? NO_REASON };
}

/** The patch contains its files. */
export function canRewrite(event: HookEvent, input: JsonObject): boolean {
  const isPatch = (event.native?.payload as { tool_name?: unknown } | undefined)?.tool_name === "apply_patch";
  return canSay({}, event, input, isPatch ? PATCH_FIELDS : []);
}

/** Without the fields that decoding added. */
function nativeInput(input: JsonObject, event: HookEvent): JsonObject {
  const sent = event.native?.payload as { tool_name?: unknown; tool_input?: JsonObject } | undefined;
  if (sent?.tool_name === "apply_patch") return { command: input["command"] };
  if (sent?.tool_name === "spawn_agent") {
    const { prompt, ...rest } = input;
    return { ...rest, ...(prompt === undefined ? {} : { message: prompt }) };
  }
  return input;
}
