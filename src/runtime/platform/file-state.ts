/**
 * State shared by short-lived processes. One small file per key; an update holds a lock file, reads, and replaces the
 * file atomically. Stale locks of dead processes are broken.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { StatePort } from "../../core/ports.js";
import { isRecord } from "../../core/text/json.js";
import { sha256 } from "../../disk/digest.js";
import { ensurePrivateFolder, statOf, writePrivateFile } from "../../disk/files.js";
import { removeFile, takeShortLock } from "../../disk/short-lock.js";

const FORMAT = 1;
/** Much less than what a sweep leaves. */
const FRESH_MS = 3_600_000;

/** How long an update waits for a lock holder, and for several in turn, before the event continues without it. */
export interface LockLimits {
  readonly holderMs: number;
  readonly allMs: number;
}

const LIMITS: LockLimits = { holderMs: 800, allMs: 1_800 };

export class FileState implements StatePort {
  readonly #folder: string;
  readonly #limits: LockLimits;

  constructor(folder: string, limits: LockLimits = LIMITS) {
    this.#folder = folder;
    this.#limits = limits;
  }

  async read(key: string): Promise<unknown> {
    return readValue(this.#fileOf(key));
  }

  async update(key: string, change: (old: unknown) => unknown): Promise<unknown> {
    const file = this.#fileOf(key);
    const old = readValue(file);
    // Most updates change nothing, and need neither lock nor directory.
    if (change(old) === old && (old === undefined || isFresh(file))) return old;
    try {
      ensurePrivateFolder(this.#folder);
      const release = await takeShortLock(`${file}.lock`, this.#limits.holderMs, this.#limits.allMs);
      try {
        return replace(file, change(readValue(file)));
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
      const stat = statOf(file);
      if (stat === undefined || Date.now() - stat.mtimeMs < maxAgeMs) continue;
      removeFile(file);
      removed++;
    }
    return removed;
  }

  /** Keys contain session ids chosen by others; only their hash becomes a file name (SE-11). */
  #fileOf(key: string): string {
    return join(this.#folder, `${sha256(key).slice(0, 32)}.json`);
  }
}

/** Its time shows the sweep that it is in use. */
function isFresh(file: string): boolean {
  const stat = statOf(file);
  return stat !== undefined && Math.abs(Date.now() - stat.mtimeMs) < FRESH_MS;
}

function replace(file: string, value: unknown): unknown {
  if (value === undefined) removeFile(file);
  else writePrivateFile(file, JSON.stringify({ format: FORMAT, value }));
  return value;
}

function readValue(file: string): unknown {
  try {
    const stored: unknown = JSON.parse(readFileSync(file, "utf8"));
    return isRecord(stored) && stored["format"] === FORMAT ? stored["value"] : undefined;
  } catch {
    return undefined; // missing, of another version, or damaged: start with an empty state
  }
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // nothing was ever stored
  }
}
