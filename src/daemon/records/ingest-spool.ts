/**
 * Imports records that programs without the daemon left in the spool. A file is removed only after the receipt of its
 * record; if the process ends in between, or another one imports at the same time, the id identifies the record.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { parseRecord } from "../../core/records/read-record.js";
import type { EventRecord } from "../../core/records/records.js";
import type { Receipt } from "../../core/records/store.js";
import { ensurePrivateFolder, readPlainFile } from "../../disk/files.js";
import { spoolFolder } from "../../runtime/record/spool.js";

export interface TakenSpool {
  /** Records that have a receipt now. */
  readonly taken: number;
  /** Where invalid files were moved. */
  readonly damaged: readonly string[];
  /** Why it stopped early; the rest stays for the next time. */
  readonly problem?: string;
}

const GROUP = 64;
const PLAIN_HASH = /^[0-9a-f]{64}$/;
/** No program takes that long to write a record: its writer has ended. */
const WRITING_MS = 60_000;

/** Never rejects. */
export async function ingestSpool(
  state: string,
  append: (records: readonly EventRecord[]) => Promise<readonly Receipt[]>,
  now: number = Date.now(),
): Promise<TakenSpool> {
  const folder = spoolFolder(state);
  const damaged: string[] = [];
  let taken = 0;
  try {
    const files = filesIn(folder, now);
    for (let from = 0; from < files.length; from += GROUP) {
      const group = files.slice(from, from + GROUP).flatMap((file) => readOrSetAside(file, folder, damaged));
      if (group.length === 0) continue;
      const stored = new Set((await append(group.map(({ record }) => record))).map(({ id }) => id));
      for (const { file, record } of group) {
        if (!stored.has(record.id)) continue;
        rmSync(file, { force: true }); // another process may have imported it too
        taken++;
      }
    }
    return { taken, damaged };
  } catch (error) {
    return { taken, damaged, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Oldest first: their names start with the time. */
function filesIn(folder: string, now: number): string[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return []; // the spool is empty
    throw error;
  }
  return names
    .filter((name) => name.endsWith(".json") || name.endsWith(".tmp"))
    .sort()
    .map((name) => join(folder, name))
    .filter(
      (file) =>
        file.endsWith(".json") || now - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? now) > WRITING_MS,
    );
}

function readOrSetAside(file: string, folder: string, damaged: string[]): { file: string; record: EventRecord }[] {
  const record = recordIn(file);
  if (record !== undefined) return [{ file, record }];
  if (!existsSync(file)) return []; // another process has imported it
  const aside = join(folder, "damaged");
  ensurePrivateFolder(aside);
  renameSync(file, join(aside, basename(file)));
  damaged.push(join(aside, basename(file)));
  return [];
}

/** An older version hashed inputs without a key; such hashes are not stored. */
function withoutPlainHashes({ dedupe, call, ...record }: EventRecord): EventRecord {
  return {
    ...record,
    ...(dedupe === undefined || PLAIN_HASH.test(dedupe) ? {} : { dedupe }),
    ...(call === undefined || PLAIN_HASH.test(call) ? {} : { call }),
  };
}

/** Undefined if it is not a record, not a file, or unreadable. */
function recordIn(file: string): EventRecord | undefined {
  try {
    const record = parseRecord(readPlainFile(file).toString("utf8"));
    return record === undefined ? undefined : withoutPlainHashes(record);
  } catch {
    return undefined;
  }
}
