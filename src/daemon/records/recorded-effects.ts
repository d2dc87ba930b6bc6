/** What the analysis sees in a recorded call: computed again, from the complete input or not at all. */
import type { BasePayload } from "../../core/events/payload.js";
import type { EventRecord, Evidence } from "../../core/records/records.js";
import type { JsonObject } from "../../core/text/json.js";
import { isRecord } from "../../core/text/json.js";
import { analyse } from "../../effects/analyse.js";
import type { Effect } from "../../effects/model/effect.js";

/** The final input of a recorded call. */
export interface RecordedInput {
  readonly input: JsonObject;
  /** False if part of it was cut or left out; unknown for records of version 1, which do not tell. */
  readonly complete: boolean | "unknown";
}

/** Undefined if the event has no tool input. */
export function recordedInput(record: EventRecord, evidence: Evidence | undefined): RecordedInput | undefined {
  const kept = record.input ?? record.payload["tool_input"];
  if (evidence !== undefined) {
    const changed = evidence.changed !== undefined;
    const input = evidence.changed ?? evidence.input;
    return { input, complete: isComplete(evidence.marks, changed ? "changed" : "input") };
  }
  if (!isRecord(kept)) return undefined;
  if (record.version === undefined) return { input: kept, complete: "unknown" };
  return { input: kept, complete: isComplete(record.marks ?? {}, record.input === undefined ? "tool_input" : "input") };
}

/** Undefined if it is not known to be the input that guards saw: half a command may mean something else. */
export function recordedEffects(
  { event, payload, project = "/" }: EventRecord,
  recorded: RecordedInput | undefined,
  home: string,
): readonly Effect[] | undefined {
  if (event !== "PreToolUse" && event !== "PermissionRequest") return [];
  if (recorded?.complete !== true) return undefined;
  const cwd = typeof payload["cwd"] === "string" ? payload["cwd"] : project;
  const where = { cwd, project, home, platform: process.platform };
  return analyse({ ...(payload as BasePayload), tool_input: recorded.input }, where).effects;
}

/** What was redacted stands for a secret, and a command means the same with another one. */
function isComplete(marks: NonNullable<EventRecord["marks"]>, root: string): boolean {
  return !Object.entries(marks).some(
    ([path, mark]) => mark !== "redacted" && (path === "" || path === root || path.startsWith(`${root}.`)),
  );
}
