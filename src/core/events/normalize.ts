/**
 * Lenient normalisation of a payload: agents and older configs spell the same fields differently (IN-09 … IN-12). Total
 * and synchronous: always returns a canonical payload and drops nothing.
 */
import { isRecord, type JsonObject, parseObject } from "../text/json.js";
import type { BasePayload } from "./payload.js";

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  session_id: ["sessionId", "conversation_id", "conversationId", "trajectory_id"],
  generation_id: ["generationId", "execution_id"],
  tool_name: ["toolName", "tool"],
  tool_input: ["toolInput", "toolArgs", "params", "parameters", "args"],
  tool_use_id: ["toolUseId", "tool_call_id", "toolCallId", "callID"],
  stop_hook_active: ["stopHookActive"],
  transcript_path: ["transcriptPath"],
  notification_type: ["notificationType"],
  hook_event_name: ["hookEventName", "hook_event", "event"],
};

const TOOL_EVENTS = /^(Pre|Post)ToolUse|^Permission/;

export function normalizePayload(event: string, raw: JsonObject): BasePayload {
  const payload: JsonObject = { ...raw };
  if (isRecord(raw["tool_info"])) mergeToolInfo(payload, raw["tool_info"]);
  for (const [field, aliases] of Object.entries(ALIASES)) {
    if (field === "hook_event_name" || payload[field] !== undefined) continue;
    const alias = aliases.find((name) => payload[name] !== undefined);
    if (alias !== undefined) payload[field] = payload[alias];
  }
  if (TOOL_EVENTS.test(event) || payload["tool_input"] !== undefined)
    payload["tool_input"] = readToolInput(payload["tool_input"]);
  if (TOOL_EVENTS.test(event) && typeof payload["tool_name"] !== "string") payload["tool_name"] = "";
  decodeOutput(payload);
  payload["hook_event_name"] = event;
  return payload as BasePayload;
}

/** Tool input may be an object, a JSON string, a plain string or nothing (IN-10). */
export function readToolInput(value: unknown): JsonObject {
  if (isRecord(value)) return value;
  if (typeof value === "string") {
    const parsed = parseObject(value);
    return parsed ?? { raw: value };
  }
  return value === null || value === undefined ? {} : { raw: value };
}

/** Windsurf nests fields that others have at the top level (IN-12). */
function mergeToolInfo(payload: JsonObject, info: JsonObject): void {
  for (const [key, value] of Object.entries(info)) {
    if (payload[key] === undefined) payload[key] = value;
  }
  if (payload["tool_input"] === undefined) payload["tool_input"] = info;
}

/** A base64 copy of the output survives quoting; invalid bytes become replacement characters (IN-11). */
function decodeOutput(payload: JsonObject): void {
  const encoded = payload["tool_output_b64"];
  if (typeof encoded !== "string" || payload["tool_output"] !== undefined) return;
  const bytes = Uint8Array.from(atobSafe(encoded), (char) => char.charCodeAt(0));
  payload["tool_output"] = new TextDecoder("utf-8", { fatal: false }).decode(bytes);
}

function atobSafe(text: string): string {
  try {
    return atob(text.replace(/[\s_-]/g, (char) => (char === "_" ? "/" : char === "-" ? "+" : "")));
  } catch {
    return ""; // not base64: no output
  }
}
