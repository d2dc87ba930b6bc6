/** Evidence is sent with its record to the store and nowhere else. */
import type { EventRecord } from "./records.js";

/** Larger evidence is not stored: a single call must not fill the store. Bytes of JSON. */
export const EVIDENCE_BYTES = 256 * 1024;

/** The record without evidence, for logs, streams and exports. */
export function withoutEvidence(record: EventRecord): EventRecord {
  if (record.evidence === undefined) return record;
  const { evidence: _, ...rest } = record;
  return rest;
}
