/** One recorded decision, in the store or still in the spool: by its id, its end, or the beginning of its short form. */
import { basename } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import type { EventRecord, Evidence } from "../../core/records/records.js";
import { shortRecordId } from "../../runtime/record/record-id.js";
import type { Call } from "../command.js";
import { withStore } from "./read-store.js";
import { readSpooled, spooledFiles } from "./spooled.js";

/** Shorter ones would fit by chance. */
const SHORTEST = 4;
const SHORTEST_END = 6;
/** Of several that fit. */
const NAMED = 5;

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

/** Undefined if none fits; a finding that lists them if several do. Throws UnusableStore. */
export async function findRecord(
  call: Pick<Call, "places">,
  id: string,
): Promise<EventRecord | { readonly problem: Finding } | undefined> {
  const found = new Map<string, EventRecord>();
  await withStore(call, async (store) => {
    const most = { limit: NAMED + 1 };
    const ends = id.length < SHORTEST_END ? [] : (await store.events({ idEnd: id, ...most })).rows;
    const starts = (await store.events({ shortIdStart: id, ...most })).rows;
    for (const record of [...ends, ...starts]) found.set(record.id, record);
  });
  for (const file of spooledFiles(call.places.state)) {
    const name = basename(file, ".json");
    const fits = shortRecordId(name).startsWith(id) || (id.length >= SHORTEST_END && name.endsWith(id));
    const record = fits ? readSpooled(file) : undefined;
    if (record !== undefined) found.set(record.id, record);
  }
  const [record, ...others] = [...found.values()].sort((one, other) => other.at - one.at);
  if (others.length === 0) return record;
  const ids = [...found.keys()].map(shortRecordId);
  const more = ids.length > NAMED ? " and others" : "";
  return { problem: finding("USAGE", `"${id}" matches several decisions: ${ids.slice(0, NAMED).join(", ")}${more}`) };
}
