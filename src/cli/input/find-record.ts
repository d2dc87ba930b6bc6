/** One recorded decision by its id, or by the end of it: in the store, or still in the spool. */
import type { EventRecord, Evidence } from "../../core/records/records.js";
import type { Call } from "../command.js";
import { withStore } from "./read-store.js";
import { readSpooled, spooledFiles } from "./spooled.js";

/** Shorter ones would fit by chance. */
const SHORTEST = 6;

export function isRecordId(text: string): boolean {
  return text.length >= SHORTEST && /^[\da-f-]+$/.test(text);
}

/** The complete input of a recorded call, if it is still kept. Throws UnusableStore. */
export async function findEvidence(
  call: Pick<Call, "places">,
  { id, evidence }: EventRecord,
): Promise<Evidence | undefined> {
  return evidence ?? (await withStore(call, (store) => store.evidence(id)));
}

/** The newest that fits. Throws UnusableStore. */
export async function findRecord(call: Pick<Call, "places">, id: string): Promise<EventRecord | undefined> {
  const stored = await withStore(call, (store) => store.events({ idEnd: id, limit: 1 }));
  if (stored?.rows[0] !== undefined) return stored.rows[0];
  const file = spooledFiles(call.places.state).findLast((name) => name.endsWith(`${id}.json`));
  return file === undefined ? undefined : readSpooled(file);
}
