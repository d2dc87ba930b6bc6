/**
 * Where a program without the daemon leaves its records: one file per record, written atomically. It only adds files,
 * and never opens the database.
 */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { withoutEvidence } from "../../core/records/evidence.js";
import type { EventRecord } from "../../core/records/records.js";
import { sha256 } from "../../disk/digest.js";
import { syncPath, writePrivateFile } from "../../disk/files.js";

export type Spooled =
  | { readonly written: true; readonly file: string }
  | { readonly written: false; readonly why: string };

const MAX_FILES = 10_000;
const MAX_BYTES = 100_000_000;
/** Maximum size of a record, so that the number of files bounds the total size. */
const MAX_RECORD_BYTES = 100_000;
const MEASURED_FILES = 50;
const SAFE_ID = /^(?!\.+$)[A-Za-z0-9._-]{1,128}$/;

export function spoolFolder(state: string): string {
  return join(state, "spool");
}

export interface SpoolOptions {
  /** Durable when it returns, even after a power failure. */
  readonly durable?: boolean;
  /** The caller has just checked. */
  readonly hasRoom?: boolean;
}

/** Never throws. */
export function spool(state: string, record: EventRecord, options: SpoolOptions = {}): Spooled {
  const folder = spoolFolder(state);
  try {
    const whole = JSON.stringify(record);
    // The record matters more than its evidence.
    const text = Buffer.byteLength(whole) > MAX_RECORD_BYTES ? JSON.stringify(withoutEvidence(record)) : whole;
    if (Buffer.byteLength(text) > MAX_RECORD_BYTES) return { written: false, why: "the record is too large" };
    if (!options.hasRoom && isFull(folder))
      return { written: false, why: `${folder} is full; \`snaphook up\` imports its records` };
    const file = join(folder, nameOf(record));
    const isNew = !existsSync(folder);
    writePrivateFile(file, text, { durable: options.durable === true });
    if (options.durable) syncPath(folder);
    if (options.durable && isNew) syncPath(state);
    return { written: true, file };
  } catch (error) {
    return { written: false, why: error instanceof Error ? error.message : String(error) };
  }
}

/** Sorted by time. */
function nameOf({ at, id }: EventRecord): string {
  const time = String(Math.max(0, Math.floor(at))).padStart(15, "0");
  return `${time}-${SAFE_ID.test(id) ? id : sha256(id)}.json`;
}

/** Estimated from a few files: checking thousands would dominate the time. */
function isFull(folder: string): boolean {
  const names = namesIn(folder);
  if (names.length >= MAX_FILES) return true;
  if (names.length * MAX_RECORD_BYTES < MAX_BYTES) return false;
  const step = Math.ceil(names.length / MEASURED_FILES);
  const some = names.filter((_, index) => index % step === 0);
  const bytes = some.reduce((sum, name) => sum + sizeOf(join(folder, name)), 0);
  return (bytes / some.length) * names.length >= MAX_BYTES;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // does not exist yet
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
