/** Stores the record of a call answered without the daemon: a line in the log, and a file for the daemon to import. */
import type { EventRecord } from "../../core/records/records.js";
import type { AppPaths } from "../platform/paths.js";
import { logEvent } from "./hook-log.js";
import { spool } from "./spool.js";

/** Durable when it returns. Throws if it could not be written. */
export function commitAlone({ state }: Pick<AppPaths, "state">, record: EventRecord): void {
  const kept = spool(state, record, { durable: true });
  if (!kept.written) throw new Error(kept.why);
}

/**
 * Never throws. Returns why a record could not be stored: it will be missing from the timeline, and the log says so if
 * possible.
 */
export function spoolRecord({ state }: Pick<AppPaths, "state">, record: EventRecord): string | undefined {
  const kept = spool(state, record);
  logEvent(state, kept.written ? record : { ...record, notes: [...record.notes, { code: "RECORD_DROPPED" }] });
  return kept.written ? undefined : kept.why;
}
