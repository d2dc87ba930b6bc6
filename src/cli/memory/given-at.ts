/** What memory gave an event, in a few words: `memory why` has the rest. */
import type { MemoryStore } from "../../core/records/memory-store.js";
import { shortRecordId } from "../../runtime/record/record-id.js";

const MOST = 500;

/** Undefined if memory had nothing to do with it. */
export async function givenAt(store: Pick<MemoryStore, "shownIn">, record: string): Promise<string | undefined> {
  const noted = await store.shownIn({ record, limit: MOST });
  const withheld = noted.filter(({ outcome }) => outcome.startsWith("withheld")).length;
  if (noted.length === 0) return undefined;
  return `${noted.length - withheld} shown, ${withheld} withheld: \`snaphook memory why ${shortRecordId(record)}\``;
}
