/** Adds what an agent keeps to itself about a tool that has run, from the end of its transcript. */
import type { Adapter } from "../../adapters/contract.js";
import type { HookEvent } from "../../core/events/payload.js";
import { readEnd } from "../../disk/read-end.js";

/** The call at hand is among the last lines. */
const END_BYTES = 64_000;

export function withOutcome(adapter: Adapter, event: HookEvent): HookEvent {
  const path = event.payload.transcript_path;
  if (adapter.outcomeIn === undefined || event.name !== "PostToolUse" || typeof path !== "string") return event;
  const end = readEnd(path, END_BYTES);
  if (end === undefined) return event;
  return { ...event, payload: { ...event.payload, ...adapter.outcomeIn(end.text, event) } };
}
