/** The records behind lines of the hook log: the log holds no commands and no reasons, which may be private. */
import type { EventRecord } from "../../core/records/records.js";
import type { LoggedEvent } from "../../runtime/record/read-hook-log.js";
import type { Call } from "../command.js";
import { UnusableStore, withStore } from "./read-store.js";
import { readSpooled, spooledFiles } from "./spooled.js";

const PAGE = 500;
/** The clock of a process may be a little behind that of another one. */
const SKEW_MS = 60_000;

/** By their ids. A session that is private or removed has none; a store that cannot be used neither. */
export async function recordsOf(
  call: Pick<Call, "places">,
  logged: readonly LoggedEvent[],
): Promise<ReadonlyMap<string, EventRecord>> {
  const wanted = new Set(logged.flatMap(({ id }) => id ?? []));
  const found = new Map<string, EventRecord>();
  const take = (record: EventRecord) => {
    if (wanted.delete(record.id)) found.set(record.id, record);
  };
  if (wanted.size === 0) return found;
  const times = logged.map(({ at }) => Date.parse(at));
  const after = Math.min(...times) - SKEW_MS;
  const before = Math.max(...times) + SKEW_MS;
  for (const file of spooledFiles(call.places.state)) {
    const id = [...wanted].find((one) => file.endsWith(`${one}.json`));
    const record = id === undefined ? undefined : readSpooled(file);
    if (record !== undefined) take(record);
  }
  try {
    await withStore(call, async (store) => {
      let cursor: string | undefined;
      do {
        const page = await store.events({ after, before, limit: PAGE, ...(cursor === undefined ? {} : { cursor }) });
        for (const record of page.rows) take(record);
        cursor = page.next;
      } while (cursor !== undefined && wanted.size > 0);
    });
  } catch (error) {
    if (!(error instanceof UnusableStore)) throw error;
  }
  return found;
}
