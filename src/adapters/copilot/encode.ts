/**
 * Encodes a decision for Copilot: flat keys, which it accepts on camelCase and PascalCase events (it drops some nested
 * ones). Always exit 0, because any other code denies the call without our reason.
 */
import type { Decision } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { ToolTable } from "../../core/events/tools.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { PATCH_FIELDS } from "../_shared/patch.js";
import { canSay, nativeInput } from "../_shared/tool-names.js";
import type { NativeAnswer } from "../contract.js";
import { toolsFor } from "./tools.js";

const NO_REASON = "Blocked by a hook.";

export function encode(decision: Decision, event: HookEvent): NativeAnswer {
  // One line each; Copilot removes them and parses the rest as the answer.
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
  if (!isPatchCall(event)) return { modifiedArgs: nativeInput(toolsOf(event), event, input) };
  // Input that came as bare text has to go back as bare text.
  const { file_path: _, file_paths: __, ...own } = input;
  return { modifiedArgs: typeof argsSent(event) === "string" ? own["raw"] : own };
}

export function canRewrite(event: HookEvent, input: JsonObject): boolean {
  return canSay(toolsOf(event), event, input, isPatchCall(event) ? PATCH_FIELDS : []);
}

function isPatchCall(event: HookEvent): boolean {
  const { native_tool_name: native, tool_input: input } = event.payload;
  if (native === "apply_patch") return true;
  const raw = isRecord(input) ? input["raw"] : undefined;
  return native === "Edit" && typeof raw === "string" && raw === argsSent(event);
}

function argsSent({ native }: HookEvent): unknown {
  const sent = native?.payload as { readonly toolArgs?: unknown; readonly tool_input?: unknown } | undefined;
  return sent?.toolArgs ?? sent?.tool_input;
}

function toolsOf({ payload }: HookEvent): ToolTable {
  return toolsFor({ ...payload, tool_name: payload["native_tool_name"] });
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
