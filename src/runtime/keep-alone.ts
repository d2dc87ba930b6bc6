/** What a program that answered by itself does with the record: a line in the log, and a file for the daemon to take in. */
import type { EventRecord } from "../core/records.js";
import { logEvent } from "./hook-log.js";
import type { Places } from "./platform/places.js";
import { spool } from "./spool.js";

/** Never throws. A record that finds no place is missing from the timeline; the log says so where it can. */
export function keepAlone({ state }: Pick<Places, "state">, record: EventRecord | undefined): void {
  if (record === undefined) return;
  const kept = spool(state, record);
  logEvent(state, kept.written ? record : { ...record, notes: [...record.notes, { code: "RECORD_DROPPED" }] });
}
