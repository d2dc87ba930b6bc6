/** A lock that nobody holds for longer than a moment: a file that only one process can make. */
import { closeSync, openSync, statSync, unlinkSync } from "node:fs";

const WAIT_MS = 800;
export const STALE_MS = 5000;

/** Rejects when it could not be had in time, or the disk refuses. Returns what releases it. */
export async function takeShortLock(lock: string, waitMs = WAIT_MS): Promise<() => void> {
  const until = Date.now() + waitMs;
  for (let wait = 1; ; wait = Math.min(wait * 2, 25)) {
    const release = tryShortLock(lock);
    if (release !== undefined) return release;
    if (Date.now() > until) throw new Error("it is locked");
    await new Promise((done) => setTimeout(done, wait));
  }
}

/** Without waiting; undefined when somebody else has it. Throws when the disk refuses. */
export function tryShortLock(lock: string): (() => void) | undefined {
  const taken = create(lock) || (isStale(lock) && breakLock(lock) && create(lock));
  return taken ? () => removeFile(lock) : undefined;
}

/** One process at a time, and only after a second look: the lock may by now be another's fresh one. */
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

/** Also true of one from the future: the clock was set back. */
function isStale(lock: string): boolean {
  const held = statSync(lock, { throwIfNoEntry: false });
  return held !== undefined && Math.abs(Date.now() - held.mtimeMs) > STALE_MS;
}

export function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch {
    // already gone
  }
}
