/** That there is one daemon per user: a file that names the process, believed only while that very process lives. */
import { readdirSync, readFileSync, readlinkSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseObject } from "../core/text/json.js";
import { writePrivateFile } from "../disk/files.js";
import { removeFile, STALE_MS, takeShortLock } from "../disk/short-lock.js";
import type { DaemonPlace } from "../runtime/platform/daemon-paths.js";
import { isAlive } from "../runtime/platform/process-alive.js";

/** A few times longer than it is silent. */
const BELIEVED_MS = 3 * 60_000;
const HALF_WRITTEN = /^(lock|address\.json|tokens\.json)\.[0-9a-f]+\.tmp$/;

/** Whether this process is the daemon now. Rejects when the disk refuses. */
export async function acquireDaemonLock(place: Pick<DaemonPlace, "lock">): Promise<boolean> {
  // Nobody waits for a daemon to start: one that was killed in here is outlasted.
  const release = await takeShortLock(`${place.lock}.guard`, STALE_MS + 1_000);
  try {
    if (holderOf(place) !== undefined || isHeldElsewhere(place)) return false;
    removeHalfWritten(place);
    const own = { pid: process.pid, born: birthOf(process.pid), boot: bootId(), world: ownWorld() };
    writePrivateFile(place.lock, JSON.stringify(own));
    return true;
  } finally {
    release();
  }
}

/** What one that was killed in the middle of writing left beside its files; nobody else writes them. */
function removeHalfWritten({ lock }: Pick<DaemonPlace, "lock">): void {
  const folder = dirname(lock);
  for (const name of readdirSync(folder)) if (HALF_WRITTEN.test(name)) removeFile(join(folder, name));
}

export function stopBeingTheOne(place: Pick<DaemonPlace, "lock">): void {
  if (holderOf(place) === process.pid) removeFile(place.lock);
}

/** The process that is the daemon; undefined when none is, or when its number belongs to another by now. */
export function holderOf({ lock }: Pick<DaemonPlace, "lock">): number | undefined {
  const { pid, born, boot, world } = readLock(lock);
  if (typeof pid !== "number" || pid <= 0 || boot !== bootId() || world !== ownWorld() || !isAlive(pid))
    return undefined;
  return birthOf(pid) === (born ?? null) ? pid : undefined;
}

/**
 * Whether one of a container with the same home is the daemon. Its number means nothing here; all there is to see is that
 * it says every minute that it is still there.
 */
export function isHeldElsewhere({ lock }: Pick<DaemonPlace, "lock">): boolean {
  const { boot, world } = readLock(lock);
  return boot === bootId() && typeof world === "string" && world !== ownWorld() && silentMs({ lock }) < BELIEVED_MS;
}

/** How long ago the daemon took its place, or last said that it is still there. */
export function silentMs({ lock }: Pick<DaemonPlace, "lock">): number {
  const saidAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  return saidAt === undefined ? Number.POSITIVE_INFINITY : Math.abs(Date.now() - saidAt);
}

/** Said by the daemon itself. */
export function sayStillThere({ lock }: Pick<DaemonPlace, "lock">): void {
  try {
    if (holderOf({ lock }) === process.pid) utimesSync(lock, new Date(), new Date());
  } catch {
    // Its folder has gone; that is seen elsewhere.
  }
}

function readLock(lock: string): Readonly<Record<string, unknown>> {
  try {
    return parseObject(readFileSync(lock, "utf8")) ?? {};
  } catch {
    return {}; // nobody ever was
  }
}

/** Which processes and which files this process sees, where the system tells. */
function ownWorld(): string {
  return ["pid", "mnt"].map((kind) => readText(() => readlinkSync(`/proc/self/ns/${kind}`))).join(" ");
}

function bootId(): string {
  return readText(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
}

function readText(read: () => string): string {
  try {
    return read();
  } catch {
    return ""; // not Linux
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
