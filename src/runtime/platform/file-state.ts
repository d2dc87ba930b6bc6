/**
 * State shared by processes that live for one event. One small file per key; an update holds a lock file, reads,
 * and replaces the file atomically. Locks left by a process that died are broken after a moment.
 */
import { closeSync, openSync, readdirSync, readFileSync, statSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { isRecord } from "../../core/json.js";
import type { StatePort } from "../../core/ports.js";
import { sha256 } from "../../disk/digest.js";
import { ensurePrivateFolder, writePrivateFile } from "../../disk/private-file.js";

const FORMAT = 1;
const LOCK_WAIT_MS = 800;
const LOCK_STALE_MS = 5000;

export class FileState implements StatePort {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read(key: string): Promise<unknown> {
    return readValue(this.#fileOf(key));
  }

  async update(key: string, change: (old: unknown) => unknown): Promise<unknown> {
    const file = this.#fileOf(key);
    const old = readValue(file);
    // Removing what is not there is by far the most common update; it needs neither lock nor folder.
    if (old === undefined && change(undefined) === undefined) return undefined;
    try {
      ensurePrivateFolder(this.#folder);
      const release = await takeLock(`${file}.lock`);
      try {
        return this.#replace(file, key, change(readValue(file)));
      } finally {
        release();
      }
    } catch {
      return change(old); // a full or read-only disk must not stop the event; the mark is lost instead
    }
  }

  async sweep(maxAgeMs: number): Promise<number> {
    let removed = 0;
    for (const name of listFolder(this.#folder)) {
      const file = join(this.#folder, name);
      const stat = statSync(file, { throwIfNoEntry: false });
      if (stat === undefined || Date.now() - stat.mtimeMs < maxAgeMs) continue;
      remove(file);
      removed++;
    }
    return removed;
  }

  #replace(file: string, key: string, value: unknown): unknown {
    if (value === undefined) remove(file);
    else writePrivateFile(file, JSON.stringify({ format: FORMAT, key, value }));
    return value;
  }

  /** Keys hold session ids that others chose; only their hash becomes a file name (SE-11). */
  #fileOf(key: string): string {
    return join(this.#folder, `${sha256(key).slice(0, 32)}.json`);
  }
}

function readValue(file: string): unknown {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isRecord(stored) && stored["format"] === FORMAT ? stored["value"] : undefined;
  } catch {
    return undefined; // absent, or of another version, or damaged: start afresh
  }
}

async function takeLock(lock: string): Promise<() => void> {
  const until = Date.now() + LOCK_WAIT_MS;
  for (let wait = 1; ; wait = Math.min(wait * 2, 25)) {
    if (create(lock)) return () => remove(lock);
    if (isStale(lock) && breakLock(lock)) continue;
    if (Date.now() > until) throw new Error("the state is locked");
    await new Promise((done) => setTimeout(done, wait));
  }
}

/** One process at a time, and only after a second look: the lock may by now be another's fresh one. */
function breakLock(lock: string): boolean {
  const permit = `${lock}.break`;
  if (!create(permit)) {
    if (isStale(permit)) remove(permit);
    return false;
  }
  const stale = isStale(lock);
  if (stale) remove(lock);
  remove(permit);
  return stale;
}

/** False when somebody else has it. */
function create(lock: string): boolean {
  try {
    closeSync(openSync(lock, "wx", 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Nobody holds a lock for long. Also true of one from the future: the clock was set back. */
function isStale(lock: string): boolean {
  const held = statSync(lock, { throwIfNoEntry: false });
  return held !== undefined && Math.abs(Date.now() - held.mtimeMs) > LOCK_STALE_MS;
}

function remove(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // already gone
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // nothing was ever stored
  }
}
