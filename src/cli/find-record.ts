/** One recorded decision by its id, or by the end of it: in the store, or still in the spool. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../core/json.js";
import type { EventRecord } from "../core/records.js";
import { spoolFolder } from "../runtime/spool.js";
import type { Call } from "./command.js";
import { withStore } from "./read-store.js";

/** Shorter ones would fit by chance. */
const SHORTEST = 6;

export function isRecordId(text: string): boolean {
  return text.length >= SHORTEST && /^[\da-f-]+$/.test(text);
}

/** The newest that fits. Throws UnusableStore. */
export async function findRecord(call: Pick<Call, "places">, id: string): Promise<EventRecord | undefined> {
  const stored = await withStore(call, (store) => store.events({ idEnd: id, limit: 1 }));
  return stored?.[0] ?? spooled(call.places.state, id);
}

function spooled(state: string, id: string): EventRecord | undefined {
  const folder = spoolFolder(state);
  try {
    const file = readdirSync(folder)
      .filter((name) => name.endsWith(`${id}.json`))
      .sort()
      .at(-1);
    const value: unknown = file === undefined ? undefined : JSON.parse(readFileSync(join(folder, file), "utf8"));
    return isRecord(value) ? (value as unknown as EventRecord) : undefined;
  } catch {
    return undefined; // the daemon has just taken it in, or there never was one
  }
}
