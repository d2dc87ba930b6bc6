/** Records that programs left because no daemon was there, and that none has taken in yet. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseRecord } from "../../core/records/read-record.js";
import type { EventRecord } from "../../core/records/records.js";
import { spoolFolder } from "../../runtime/record/spool.js";

/** Oldest first: their names begin with the time and end with the id. */
export function spooledFiles(state: string): string[] {
  const folder = spoolFolder(state);
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
    return names.sort().map((name) => join(folder, name));
  } catch {
    return []; // nothing was ever left there
  }
}

export function readSpooled(file: string): EventRecord | undefined {
  try {
    return parseRecord(readFileSync(file, "utf8"));
  } catch {
    return undefined; // a daemon has just taken it in
  }
}
