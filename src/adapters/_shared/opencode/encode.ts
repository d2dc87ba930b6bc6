/** Encodes a decision for our plugin, which applies it with OpenCode's API. An empty answer would be a failure. */
import type { Decision } from "../../../core/decision/decision.js";
import type { HookEvent } from "../../../core/events/payload.js";
import type { ToolTable } from "../../../core/events/tools.js";
import type { JsonObject } from "../../../core/text/json.js";
import type { NativeAnswer } from "../../contract.js";
import { PATCH_FIELDS } from "../patch.js";
import { canSay, nativeInput } from "../tool-names.js";

const NO_REASON = "Blocked by a hook.";

export function encodeOpenCode(tools: ToolTable, decision: Decision, event: HookEvent): NativeAnswer {
  const { context, messages } = decision;
  const answer: JsonObject = {
    ...verdict(tools, decision, event),
    ...(context === undefined ? {} : { context }),
    ...(decision.output === undefined ? {} : { output: textFor(decision.output.value) }),
    ...(decision.forceContinue === undefined ? {} : { continue: decision.forceContinue.value.reason }),
    ...(messages.length === 0 ? {} : { message: messages.map(({ value }) => value).join("\n") }),
  };
  return { stdout: JSON.stringify(answer), exitCode: 0 };
}

function verdict(tools: ToolTable, { verdict: said, reason, input }: Decision, event: HookEvent): JsonObject {
  if (said === "deny") return { deny: reason ?? NO_REASON };
  if (said === "allow" && event.name === "PermissionRequest") return { allow: true };
  return input === undefined ? {} : { args: withoutPaths(nativeInput(tools, event, input), event) };
}

/** Decoding added the files of a patch; the patch itself contains them. */
function withoutPaths(input: JsonObject, event: HookEvent): JsonObject {
  return isPatch(event)
    ? Object.fromEntries(Object.entries(input).filter(([key]) => !PATCH_FIELDS.includes(key)))
    : input;
}

export function canRewriteOpenCode(tools: ToolTable, event: HookEvent, input: JsonObject): boolean {
  return canSay(tools, event, input, isPatch(event) ? PATCH_FIELDS : []);
}

function isPatch({ payload }: HookEvent): boolean {
  return payload["native_tool_name"] === "apply_patch";
}

function textFor(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
