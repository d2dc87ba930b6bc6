/**
 * Records that could not be stored, as on a full disk: number and time. Reported for a while, even after the disk has
 * space again.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseObject } from "../../core/text/json.js";
import { writePrivateFile } from "../../disk/files.js";

export interface LostRecords {
  readonly count: number;
  /** Milliseconds since 1970, of the first and the last of them. */
  readonly first: number;
  readonly last: number;
}

const TOLD_FOR_MS = 7 * 86_400_000;

function lostFile(state: string): string {
  return join(state, "lost-records.json");
}

/** Undefined if there are none, or all of them are old. Never throws. */
export function readLost(state: string, now = Date.now()): LostRecords | undefined {
  try {
    const { count, first, last } = parseObject(readFileSync(lostFile(state), "utf8")) ?? {};
    if (typeof count !== "number" || typeof first !== "number" || typeof last !== "number") return undefined;
    return now - last > TOLD_FOR_MS ? undefined : { count, first, last };
  } catch {
    return undefined; // none were lost yet
  }
}

/** False if that cannot be written either. Never throws. */
export function saveLost(state: string, lost: LostRecords): boolean {
  try {
    writePrivateFile(lostFile(state), `${JSON.stringify(lost)}\n`);
    return true;
  } catch {
    return false;
  }
}

export function withLost(known: LostRecords | undefined, at: number): LostRecords {
  return { count: (known?.count ?? 0) + 1, first: known?.first ?? at, last: at };
}
