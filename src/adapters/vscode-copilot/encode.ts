/**
 * Encodes a decision for VS Code. `hookSpecificOutput` is in every answer, because some versions fail on an answer with
 * only common keys.
 */
import type { Decision } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import { asText, type JsonObject } from "../../core/text/json.js";
import { PATCH_FIELDS } from "../_shared/patch.js";
import { canSay, nativeInput } from "../_shared/tool-names.js";
import type { NativeAnswer } from "../contract.js";
import { SEVERAL_FILES, VSCODE_TOOLS } from "./tools.js";

const NO_REASON = "Blocked by a hook.";

export function encode(decision: Decision, event: HookEvent): NativeAnswer {
  const specific = specificFor(decision, event);
  const hookSpecificOutput = Object.keys(specific).length === 0 ? {} : { hookEventName: event.name, ...specific };
  return { stdout: JSON.stringify({ ...commonFor(decision, event), hookSpecificOutput }), exitCode: 0 };
}

function commonFor(decision: Decision, event: HookEvent): JsonObject {
  const { messages, forceContinue, stop, verdict, reason } = decision;
  const refused = event.name === "UserPromptSubmit" && verdict === "deny" ? { reason: reason ?? NO_REASON } : undefined;
  const ended = refused ?? stop?.value;
  return {
    // Documented for a subagent's end; for the main agent's they are in hookSpecificOutput.
    ...(forceContinue === undefined ? {} : { decision: "block", reason: forceContinue.value.reason }),
    ...(ended === undefined ? {} : { continue: false, stopReason: ended.reason ?? NO_REASON }),
    ...(messages.length === 0 ? {} : { systemMessage: messages.map(({ value }) => value).join("\n") }),
  };
}

function specificFor(decision: Decision, event: HookEvent): JsonObject {
  const context = decision.context === undefined ? {} : { additionalContext: decision.context };
  switch (event.name) {
    case "PreToolUse":
      return { ...permission(decision, event), ...context };
    case "PostToolUse":
    case "SessionStart":
    case "SubagentStart":
      return context;
    case "Stop":
    case "SubagentStop":
      return decision.forceContinue === undefined
        ? {}
        : { decision: "block", reason: decision.forceContinue.value.reason };
    default:
      return {};
  }
}

/** A stop of the agent also denies the current call. */
function permission(decision: Decision, event: HookEvent): JsonObject {
  const verdict = decision.stop === undefined ? decision.verdict : "deny";
  const why = decision.reason ?? decision.stop?.value.reason ?? (verdict === "deny" ? NO_REASON : undefined);
  const said =
    verdict === "none"
      ? {}
      : { permissionDecision: verdict, ...(why === undefined ? {} : { permissionDecisionReason: why }) };
  return decision.input === undefined || verdict === "deny"
    ? said
    : { ...said, updatedInput: ownInput(decision, event) };
}

/** VS Code rejects an input with an unknown field as a whole. */
function ownInput({ input = {} }: Decision, event: HookEvent): JsonObject {
  const result = nativeInput(VSCODE_TOOLS, event, input);
  for (const field of derived(event)) delete result[field];
  return result;
}

export function canRewrite(event: HookEvent, input: JsonObject): boolean {
  return canSay(VSCODE_TOOLS, event, input, derived(event));
}

/** Fields that decoding derived from the whole input. */
function derived({ payload }: HookEvent): readonly string[] {
  const native = asText(payload["native_tool_name"]);
  if (native === "create_and_run_task") return ["command"];
  return native === "apply_patch" || SEVERAL_FILES.has(native) ? PATCH_FIELDS : [];
}
