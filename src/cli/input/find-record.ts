/** One recorded decision by its id, or by the end of it: in the store, or still in the spool. */
import type { EventRecord } from "../../core/records/records.js";
import type { Call } from "../command.js";
import { withStore } from "./read-store.js";
import { readSpooled, spooledFiles } from "./spooled.js";

/** Shorter ones would fit by chance. */
const SHORTEST = 6;

export function isRecordId(text: string): boolean {
  return text.length >= SHORTEST && /^[\da-f-]+$/.test(text);
}

/** The newest that fits. Throws UnusableStore. */
export async function findRecord(call: Pick<Call, "places">, id: string): Promise<EventRecord | undefined> {
  const stored = await withStore(call, (store) => store.events({ idEnd: id, limit: 1 }));
  if (stored?.[0] !== undefined) return stored[0];
  const file = spooledFiles(call.places.state).findLast((name) => name.endsWith(`${id}.json`));
  return file === undefined ? undefined : readSpooled(file);
}
