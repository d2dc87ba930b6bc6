/**
 * Encodes a decision for Cline. Its own denial, `cancel`, ends the whole run and leaves the reason in a log file. For a
 * tool that validates its input only the call is denied: the tool gets an invalid input, and the model reads why. For
 * other tools only `cancel` is reliable.
 */
import type { Decision } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import { LIST_FIELDS } from "../../core/events/tools.js";
import { isRecord, type JsonObject, lookUp, sameJson } from "../../core/text/json.js";
import { PATCH_FIELDS } from "../_shared/patch.js";
import { canSay, nativeInput as withNativeFields } from "../_shared/tool-names.js";
import type { NativeAnswer } from "../contract.js";
import { CLINE_TOOLS, LIST_TOOLS, REFUSING_TOOLS, WRITING_TOOLS } from "./tools.js";

const NO_REASON = "Blocked by a hook.";

export function encode(decision: Decision, event: HookEvent): NativeAnswer {
  const answer = answerFor(decision, event);
  return { stdout: Object.keys(answer).length === 0 ? "" : JSON.stringify(answer), exitCode: 0 };
}

function answerFor(decision: Decision, event: HookEvent): JsonObject {
  const acts = event.name === "PreToolUse" || event.name === "PostToolUse";
  if (!acts) return {};
  if (decision.stop !== undefined) return cancel(decision.stop.value.reason ?? decision.reason);
  if (event.name === "PostToolUse") return context(decision.context);
  if (decision.verdict === "deny") return deny(decision, event);
  return {
    ...(decision.input === undefined ? {} : { overrideInput: nativeInput(decision.input, event) }),
    ...context(decision.context),
  };
}

function deny({ reason = NO_REASON, context: more }: Decision, event: HookEvent): JsonObject {
  if (!REFUSING_TOOLS.has(nativeTool(event))) return cancel(reason);
  const told = `This call was denied by a hook and did not run: ${reason}`;
  return { overrideInput: { denied: reason }, ...context(more === undefined ? told : `${told}\n\n${more}`) };
}

function cancel(reason: string | undefined): JsonObject {
  return { cancel: true, errorMessage: reason === undefined || reason.trim() === "" ? NO_REASON : reason };
}

function context(text: string | undefined): JsonObject {
  return text === undefined ? {} : { contextModification: text };
}

function nativeTool({ payload }: HookEvent): string {
  const native = payload["native_tool_name"];
  return typeof native === "string" ? native : "";
}

/** Cline needs a complete input in its own spelling. */
function nativeInput(input: JsonObject, event: HookEvent): unknown {
  const list = lookUp(LIST_TOOLS, nativeTool(event));
  if (list === undefined)
    return withNativeFields(event.payload["tool_name"] === "Write" ? WRITING_TOOLS : CLINE_TOOLS, event, input);
  const sent = event.payload["tool_input"] as JsonObject;
  // A hook may answer with only the changed field.
  if (list.fields.some((field) => input[field] !== undefined && input[field] !== sent[field]))
    return list.write({ ...sent, ...input });
  const whole = sentInput(event);
  const own: JsonObject = {};
  for (const [key, value] of Object.entries(input)) {
    if (list.fields.includes(key) || key === "file_path" || key === "raw") continue;
    // An unchanged list in our spelling is sent back as Cline sent it, or omitted.
    const given = LIST_FIELDS.includes(key) && sameJson(value, sent[key]);
    const kept = given ? (isRecord(whole) ? whole[key] : undefined) : value;
    if (kept !== undefined) own[key] = kept;
  }
  return Object.keys(own).length === 0 ? whole : own;
}

export function canRewrite(event: HookEvent, input: JsonObject): boolean {
  const native = nativeTool(event);
  const { commands, ...rest } = input;
  // This one list has Cline's own name.
  const told = native === "run_commands" ? rest : input;
  return canSay(CLINE_TOOLS, event, told, native === "apply_patch" ? PATCH_FIELDS : []);
}

function sentInput({ native }: HookEvent): unknown {
  return (native?.payload as { tool_call?: { input?: unknown } } | undefined)?.tool_call?.input;
}
