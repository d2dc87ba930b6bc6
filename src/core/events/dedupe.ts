/** The key under which two deliveries of the same occurrence meet. */

import { EVALUATED } from "../records/records.js";
import { canonicalJson, cut, lookUp } from "../text/json.js";
import { eventSpec, isEventName } from "./events.js";
import type { BasePayload, HookEvent } from "./payload.js";

/** Fields that name one occurrence by themselves. */
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

/** What tells occurrences apart by their words where an agent sends none of an event's own fields. */
const WITHOUT_ID: Readonly<Record<string, readonly string[]>> = {
  PostToolUse: ["tool_name", "tool_input", "tool_output", "tool_response", "tool_result"],
  PostToolUseFailure: ["tool_name", "tool_input", "tool_output", "tool_response", "tool_result", "error"],
  Stop: ["stop_hook_active"],
};

/** Two thoughts that begin alike are one that was still growing. */
const THOUGHT_CHARS = 500;

/** Words may be said again; deliveries of one occurrence come close together. */
export const NEAR_MS = 10_000;

/** An event after which these may happen again. */
export const RESETS: Readonly<Record<string, readonly string[]>> = {
  SessionStart: ["SessionEnd"],
  UserPromptSubmit: ["Stop"],
};

/** Undefined when the payload does not say which occurrence it is; such events are never merged. */
export function dedupeKey(event: HookEvent): string | undefined {
  const { payload, name } = event;
  // An evaluation is made here, once for each guard and call; nobody delivers it.
  if (payload.session_id === undefined || name === EVALUATED) return undefined;
  // What tells events of other namespaces apart is known to their sender only: by the id of the record.
  if (!isEventName(name)) return undefined;
  const fields = eventSpec(name).dedupe;
  const parts = partsOf(payload, fields);
  if (fields.length === 0 || parts.length > 0) return canonicalJson([name, payload.session_id, ...parts]);
  const words = lookUp(WITHOUT_ID, name);
  if (words === undefined) return undefined;
  return canonicalJson([name, payload.session_id, ...words.map((field) => payload[field] ?? null)]);
}

/** How close two deliveries must be to meet; undefined when the key names one call, whenever it comes. */
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
