/** Evidence travels with its record to the store and nowhere else. */
import type { EventRecord } from "./records.js";

/** Larger evidence is not stored: a single call must not fill the store. Measured in bytes of JSON. */
export const EVIDENCE_BYTES = 256 * 1024;

/** The record as it may be logged, streamed, exported and sent. */
export function withoutEvidence(record: EventRecord): EventRecord {
  if (record.evidence === undefined) return record;
  const { evidence: _, ...rest } = record;
  return rest;
}
