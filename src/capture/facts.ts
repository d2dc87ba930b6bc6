/** Loose fields of a payload, read with care: what an agent sends may be anything. */

import type { EventRecord } from "../core/records/records.js";
import { cut, type JsonObject } from "../core/text/json.js";

const RESPONSE_CHARS = 5_000;

/** A text that says something. */
export function textOf(payload: JsonObject, ...fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const value = payload[field];
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return undefined;
}

export function numberOf(payload: JsonObject, field: string): number | undefined {
  const value = payload[field];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** What the agent said last: read in its transcript, else told by the event itself (CP-09). */
export function responseOf({ payload }: EventRecord): string | undefined {
  const response = textOf(payload, "response", "last_assistant_message");
  return response === undefined ? undefined : cut(response, RESPONSE_CHARS);
}
