/** That there is one daemon per user: a file that names the process, believed only while that very process lives. */
import { readFileSync } from "node:fs";
import { parseObject } from "../core/json.js";
import { writePrivateFile } from "../disk/private-file.js";
import { removeFile, STALE_MS, takeShortLock } from "../disk/short-lock.js";
import type { DaemonPlace } from "../runtime/platform/daemon-place.js";
import { isAlive } from "../runtime/platform/process-alive.js";

/** Whether this process is the daemon now. Rejects when the disk refuses. */
export async function becomeTheOne(place: Pick<DaemonPlace, "lock">): Promise<boolean> {
  // Nobody waits for a daemon to start: one that was killed in here is outlasted.
  const release = await takeShortLock(`${place.lock}.guard`, STALE_MS + 1_000);
  try {
    if (holderOf(place) !== undefined) return false;
    writePrivateFile(place.lock, JSON.stringify({ pid: process.pid, born: birthOf(process.pid) }));
    return true;
  } finally {
    release();
  }
}

export function stopBeingTheOne(place: Pick<DaemonPlace, "lock">): void {
  if (holderOf(place) === process.pid) removeFile(place.lock);
}

/** The process that is the daemon; undefined when none is, or when its number belongs to another by now. */
export function holderOf({ lock }: Pick<DaemonPlace, "lock">): number | undefined {
  const { pid, born } = readLock(lock);
  if (typeof pid !== "number" || pid <= 0 || !isAlive(pid)) return undefined;
  return birthOf(pid) === (born ?? null) ? pid : undefined;
}

function readLock(lock: string): Readonly<Record<string, unknown>> {
  try {
    return parseObject(readFileSync(lock, "utf8")) ?? {};
  } catch {
    return {}; // nobody ever was
  }
}

/** When a process began, where the system tells: numbers are used again. */
function birthOf(pid: number): string | null {
  try {
    // The name of the program, in parentheses, may hold anything.
    const facts = readFileSync(`/proc/${pid}/stat`, "latin1");
    return facts.slice(facts.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null; // not Linux
  }
}
