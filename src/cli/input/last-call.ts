/** The last recorded event that a hook took part in, and its payload as far as it was kept. */
import { type Finding, finding } from "../../core/errors.js";
import type { EventRecord, Mark } from "../../core/records/records.js";
import type { JsonObject } from "../../core/text/json.js";
import { loggedEvents } from "../../runtime/record/read-hook-log.js";
import type { Call } from "../command.js";
import { findEvidence, findRecord } from "./find-record.js";

type Places = Pick<Call, "places">;

/** Throws UnusableStore. */
export async function lastCallOf(call: Places, hook: string): Promise<EventRecord | { readonly problem: Finding }> {
  for (const { id, hooks } of loggedEvents(call.places.state)) {
    if (id === undefined || !hooks.some((ran) => ran.id === hook)) continue;
    const record = await findRecord(call, id);
    if (record !== undefined) return record;
  }
  return { problem: finding("DECISION_UNKNOWN", `no recorded call has reached the hook "${hook}" yet`) };
}

export interface LastPayload {
  readonly payload: JsonObject;
  readonly record: EventRecord;
  /** Parts that are not as the agent sent them, by path. */
  readonly marks: Readonly<Record<string, Mark>>;
}

/** Throws UnusableStore. */
export async function lastPayloadOf(call: Places, hook: string): Promise<LastPayload | { readonly problem: Finding }> {
  const record = await lastCallOf(call, hook);
  if ("problem" in record) return record;
  const { payload, marks = {} } = record;
  const evidence = await findEvidence(call, record);
  if (evidence === undefined) return { payload, record, marks };
  const kept = Object.entries(marks).filter(([path]) => !path.startsWith("tool_input"));
  const inInput = Object.entries(evidence.marks)
    .filter(([path]) => path === "input" || path.startsWith("input."))
    .map(([path, mark]) => [`tool_${path}`, mark] as const);
  return {
    payload: { ...payload, tool_input: evidence.input },
    record,
    marks: Object.fromEntries([...kept, ...inInput]),
  };
}
