/** The key that identifies two deliveries of the same occurrence. */

import { EVALUATED } from "../records/records.js";
import { canonicalJson, cut, lookUp } from "../text/json.js";
import { eventSpec, isEventName } from "./events.js";
import type { BasePayload, HookEvent } from "./payload.js";

/** Fields that identify one occurrence on their own. */
const IDS = [
  "tool_use_id",
  "generation_id",
  "prompt_id",
  "agent_id",
  "turn_id",
  "task_id",
  "message_id",
  "elicitation_id",
] as const;

/** Text that distinguishes occurrences if an agent sends none of an event's id fields. */
const WITHOUT_ID: Readonly<Record<string, readonly string[]>> = {
  PostToolUse: ["tool_name", "tool_input", "tool_output", "tool_response", "tool_result"],
  PostToolUseFailure: ["tool_name", "tool_input", "tool_output", "tool_response", "tool_result", "error"],
  Stop: ["stop_hook_active"],
};

/** Two thoughts with the same start are one that was still growing. */
const THOUGHT_CHARS = 500;

/** Text may repeat; deliveries of one occurrence come close together. */
export const NEAR_MS = 10_000;

/** An event after which these may occur again. */
export const RESETS: Readonly<Record<string, readonly string[]>> = {
  SessionStart: ["SessionEnd"],
  UserPromptSubmit: ["Stop"],
};

/** Undefined if the payload does not identify the occurrence; such events are never merged. */
export function dedupeKey(event: HookEvent): string | undefined {
  const { payload, name } = event;
  // Evaluations are created here, once per guard and call, and never delivered twice.
  if (payload.session_id === undefined || name === EVALUATED) return undefined;
  // Only the sender can identify events of other namespaces: uses the record id.
  if (!isEventName(name)) return undefined;
  const fields = eventSpec(name).dedupe;
  const parts = partsOf(payload, fields);
  if (fields.length === 0 || parts.length > 0) return canonicalJson([name, payload.session_id, ...parts]);
  const words = lookUp(WITHOUT_ID, name);
  if (words === undefined) return undefined;
  return canonicalJson([name, payload.session_id, ...words.map((field) => payload[field] ?? null)]);
}

/** Maximum distance of two deliveries; undefined if the key names one call at any time. */
export function dedupeWithin({ name, payload }: HookEvent): number | undefined {
  const fields = eventSpec(name).dedupe;
  return IDS.some((id) => fields.includes(id) && payload[id] !== undefined) ? undefined : NEAR_MS;
}

function partsOf(payload: BasePayload, fields: readonly string[]): unknown[] {
  return fields
    .map((field) => payload[field])
    .filter((value) => value !== undefined)
    .map((value) => (typeof value === "string" && fields.includes("text") ? cut(value, THOUGHT_CHARS) : value));
}
