/** A lock for short critical sections: a file that only one process can create. */
import { closeSync, openSync, statSync, unlinkSync } from "node:fs";

const WAIT_MS = 800;
export const STALE_MS = 5000;

/** However often it changes hands meanwhile. */
const LONGEST_WAIT_MS = 20_000;

/**
 * Rejects if the same holder kept it for that long, or on a disk error. Returns the release function. A holder that
 * takes it again at once starves others; they then wait longer, while work is being done.
 */
export async function takeShortLock(lock: string, waitMs = WAIT_MS, longestMs = LONGEST_WAIT_MS): Promise<() => void> {
  const start = performance.now();
  let holder = "";
  let since = start;
  for (let wait = 1; ; wait = Math.min(wait * 2, 25)) {
    const release = tryShortLock(lock);
    if (release !== undefined) return release;
    const now = performance.now();
    const seen = holderOf(lock);
    if (seen !== holder) {
      holder = seen;
      since = now;
    }
    if (now - since > waitMs || now - start > longestMs) throw new Error("it is locked");
    await new Promise((done) => setTimeout(done, wait));
  }
}

/** Without waiting; undefined if another process has it. Throws on a disk error. */
export function tryShortLock(lock: string): (() => void) | undefined {
  const taken = create(lock) || (isStale(lock) && breakLock(lock) && create(lock));
  return taken ? () => removeFile(lock) : undefined;
}

/** One process at a time, and only after a second check: the lock may be a new one by now. */
function breakLock(lock: string): boolean {
  const permit = `${lock}.break`;
  if (!create(permit)) {
    if (isStale(permit)) removeFile(permit);
    return false;
  }
  const stale = isStale(lock);
  if (stale) removeFile(lock);
  removeFile(permit);
  return stale;
}

/** False if another process has it. */
function create(lock: string): boolean {
  try {
    closeSync(openSync(lock, "wx", 0o600));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/** Also true for a time in the future: the clock was set back. */
function isStale(lock: string): boolean {
  const held = statSync(lock, { throwIfNoEntry: false });
  return held !== undefined && Math.abs(Date.now() - held.mtimeMs) > STALE_MS;
}

/** Each holder creates the file again. */
function holderOf(lock: string): string {
  const held = statSync(lock, { throwIfNoEntry: false });
  return held === undefined ? "" : `${held.ino} ${held.mtimeMs}`;
}

export function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // already removed
  }
}
