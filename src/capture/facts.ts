/** Safe accessors for payload fields: an agent may send anything. */

import type { EventRecord, PromptFrom } from "../core/records/records.js";
import { cut, type JsonObject } from "../core/text/json.js";

const RESPONSE_CHARS = 5_000;

/** A non-empty string. */
export function textOf(payload: JsonObject, ...fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const value = payload[field];
    if (typeof value === "string" && value.trim() !== "") return value;
  }
  return undefined;
}

/** Fields that agents send only inside a subagent. */
const OF_SUBAGENT = ["agent_id", "agentId", "parent_agent_id", "parentAgentId", "subagent_id"];

/** Who wrote the prompt; undefined if it was the user. */
export function promptFromOf({ promptFrom, payload, way }: EventRecord): PromptFrom | undefined {
  if (promptFrom !== undefined) return promptFrom;
  if (textOf(payload, ...OF_SUBAGENT) !== undefined) return "subagent";
  return way === "api" || way === "otlp" ? "http" : undefined;
}

export function numberOf(payload: JsonObject, field: string): number | undefined {
  const value = payload[field];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** The agent's last message: from its transcript, otherwise from the event (CP-09). */
export function responseOf({ payload }: EventRecord): string | undefined {
  const response = textOf(payload, "response", "last_assistant_message");
  return response === undefined ? undefined : cut(response, RESPONSE_CHARS);
}
