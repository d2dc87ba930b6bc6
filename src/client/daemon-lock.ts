/** Ensures one daemon per user: a file that names the process, valid only while that process lives. */
import { readdirSync, readFileSync, readlinkSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseObject } from "../core/text/json.js";
import { writePrivateFile } from "../disk/files.js";
import { removeFile, STALE_MS, takeShortLock } from "../disk/short-lock.js";
import type { DaemonPlace } from "../runtime/platform/daemon-paths.js";
import { isAlive } from "../runtime/platform/process-alive.js";

/** A few times its heartbeat interval. */
const BELIEVED_MS = 3 * 60_000;
const HALF_WRITTEN = /^(lock|address\.json|tokens\.json)\.[0-9a-f]+\.tmp$/;

/** True if this process is the daemon now. Rejects on a disk error. */
export async function acquireDaemonLock(place: Pick<DaemonPlace, "lock">): Promise<boolean> {
  // No caller waits for a daemon to start: a lock left by a killed one expires.
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

/** Temporary files left by a process that was killed while writing. */
function removeHalfWritten({ lock }: Pick<DaemonPlace, "lock">): void {
  const folder = dirname(lock);
  for (const name of readdirSync(folder)) if (HALF_WRITTEN.test(name)) removeFile(join(folder, name));
}

export function stopBeingTheOne(place: Pick<DaemonPlace, "lock">): void {
  if (holderOf(place) === process.pid) removeFile(place.lock);
}

/** PID of the daemon; undefined if there is none, or if its PID was reused. */
export function holderOf({ lock }: Pick<DaemonPlace, "lock">): number | undefined {
  const { pid, born, boot, world } = readLock(lock);
  if (typeof pid !== "number" || pid <= 0 || boot !== bootId() || world !== ownWorld() || !isAlive(pid))
    return undefined;
  return birthOf(pid) === (born ?? null) ? pid : undefined;
}

/**
 * True if a daemon in a container with the same home is running. Its PID means nothing here; only its heartbeat every
 * minute counts.
 */
export function isHeldElsewhere({ lock }: Pick<DaemonPlace, "lock">): boolean {
  const { boot, world } = readLock(lock);
  return boot === bootId() && typeof world === "string" && world !== ownWorld() && silentMs({ lock }) < BELIEVED_MS;
}

/** Time since the daemon started, or since its last heartbeat. */
export function silentMs({ lock }: Pick<DaemonPlace, "lock">): number {
  const saidAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  return saidAt === undefined ? Number.POSITIVE_INFINITY : Math.abs(Date.now() - saidAt);
}

/** Written by the daemon itself. */
export function sayStillThere({ lock }: Pick<DaemonPlace, "lock">): void {
  try {
    if (holderOf({ lock }) === process.pid) utimesSync(lock, new Date(), new Date());
  } catch {
    // Its directory was removed; that is handled elsewhere.
  }
}

function readLock(lock: string): Readonly<Record<string, unknown>> {
  try {
    return parseObject(readFileSync(lock, "utf8")) ?? {};
  } catch {
    return {}; // no daemon ever ran
  }
}

/** Identifies the PID and mount namespaces of this process, if the system has them. */
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

/** Start time of a process, if the system provides it: PIDs are reused. */
function birthOf(pid: number): string | null {
  try {
    // The program name, in parentheses, may contain anything.
    const facts = readFileSync(`/proc/${pid}/stat`, "latin1");
    return facts.slice(facts.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null; // not Linux
  }
}
