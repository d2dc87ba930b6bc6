/**
 * A decision in Copilot's words: flat keys, which it takes on camelCase and on PascalCase events alike (of the nested
 * ones it drops some). Always exit 0, because any other code denies the call without our reason.
 */
import type { Decision } from "../../core/decision.js";
import { isRecord, type JsonObject } from "../../core/json.js";
import type { HookEvent } from "../../core/payload.js";
import { nativeInput } from "../_shared/tool-names.js";
import type { NativeAnswer } from "../contract.js";
import { COPILOT_TOOLS } from "./tools.js";

const NO_REASON = "Blocked by a hook.";

export function encode(decision: Decision, event: HookEvent): NativeAnswer {
  // A line of its own each; Copilot takes them out and reads the rest as the answer.
  const messages = decision.messages.map(({ value }) => JSON.stringify({ type: "progress", message: value }));
  return { stdout: [...messages, JSON.stringify(answerFor(decision, event))].join("\n"), exitCode: 0 };
}

function answerFor(decision: Decision, event: HookEvent): JsonObject {
  const context = decision.context === undefined ? {} : { additionalContext: decision.context };
  switch (event.name) {
    case "PreToolUse":
      return { ...permission(decision), ...rewrite(decision, event), ...context };
    case "PermissionRequest":
      return permissionAnswer(decision);
    case "PostToolUse":
      return { ...replacement(decision), ...context };
    case "UserPromptSubmit":
      return { ...(decision.verdict === "deny" ? block(decision.reason) : {}), ...context };
    case "Stop":
    case "SubagentStop":
      return decision.forceContinue === undefined ? {} : block(decision.forceContinue.value.reason);
    case "PostToolUseFailure":
    case "SessionStart":
    case "SubagentStart":
    case "Notification":
      return context;
    default:
      return {};
  }
}

function permission({ verdict, reason }: Decision): JsonObject {
  if (verdict === "none") return {};
  const why = reason ?? (verdict === "deny" ? NO_REASON : undefined);
  return { permissionDecision: verdict, ...(why === undefined ? {} : { permissionDecisionReason: why }) };
}

function rewrite({ verdict, input }: Decision, event: HookEvent): JsonObject {
  if (input === undefined || verdict === "deny") return {};
  const sent = event.native?.payload as { readonly toolArgs?: unknown; readonly tool_input?: unknown } | undefined;
  // What came as bare text (a patch) has to go back as bare text.
  const isText = typeof (sent?.toolArgs ?? sent?.tool_input) === "string" && typeof input["raw"] === "string";
  return { modifiedArgs: isText ? input["raw"] : nativeInput(COPILOT_TOOLS, event, input) };
}

function permissionAnswer({ verdict, reason, stop }: Decision): JsonObject {
  if (stop !== undefined)
    return { behavior: "deny", message: reason ?? stop.value.reason ?? NO_REASON, interrupt: true };
  if (verdict === "allow") return { behavior: "allow" };
  return verdict === "deny" ? { behavior: "deny", message: reason ?? NO_REASON } : {};
}

function replacement({ output }: Decision): JsonObject {
  if (output === undefined) return {};
  const { value } = output;
  const text = isRecord(value) ? value["textResultForLlm"] : value;
  return {
    modifiedResult: {
      resultType: "success",
      textResultForLlm: typeof text === "string" ? text : (JSON.stringify(value) ?? ""),
    },
  };
}

function block(reason: string | undefined): JsonObject {
  return { decision: "block", reason: reason ?? NO_REASON };
}
