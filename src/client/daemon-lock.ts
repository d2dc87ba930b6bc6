/**
 * Ensures one daemon per user: a file that names the process, valid only while that process lives. A command that upgrades
 * or exchanges the store takes it too, so that no daemon starts meanwhile.
 */
import { readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseObject } from "../core/text/json.js";
import { writePrivateFile } from "../disk/files.js";
import { removeFile, STALE_MS, takeShortLock } from "../disk/short-lock.js";
import type { DaemonPlace } from "../runtime/platform/daemon-paths.js";
import { packageVersion } from "../runtime/platform/paths.js";
import { bootId, livingProcess, ownIdentity, ownWorld } from "../runtime/platform/process-identity.js";

type Place = Pick<DaemonPlace, "lock">;

export interface LockHolder {
  readonly pid: number;
  /** Of its program; early builds of 0.1 did not write it. */
  readonly version?: string;
  /** `store`: a command that changes the store as a whole, for a short time. */
  readonly work: "daemon" | "store";
}

/** A few times its heartbeat interval. */
const BELIEVED_MS = 3 * 60_000;
const HALF_WRITTEN = /^(lock|address\.json|tokens\.json)\.[0-9a-f]+\.tmp$/;

/** True if this process holds it now. Rejects on a disk error. */
export async function acquireDaemonLock(place: Place, work: LockHolder["work"] = "daemon"): Promise<boolean> {
  // No caller waits for a daemon to start: a lock left by a killed one expires.
  const release = await takeShortLock(`${place.lock}.guard`, STALE_MS + 1_000);
  try {
    if (holderOf(place) !== undefined || isHeldElsewhere(place)) return false;
    removeHalfWritten(place);
    writePrivateFile(place.lock, JSON.stringify({ ...ownIdentity(), version: packageVersion(), work }));
    return true;
  } finally {
    release();
  }
}

/** Temporary files left by a process that was killed while writing. */
function removeHalfWritten({ lock }: Place): void {
  const folder = dirname(lock);
  for (const name of readdirSync(folder)) if (HALF_WRITTEN.test(name)) removeFile(join(folder, name));
}

export function stopBeingTheOne(place: Place): void {
  if (holderOf(place) === process.pid) removeFile(place.lock);
}

/** PID of the process that holds it; undefined if there is none, or if its PID was reused. */
export function holderOf({ lock }: Place): number | undefined {
  return livingProcess(readLock(lock));
}

export function lockHolder({ lock }: Place): LockHolder | undefined {
  const facts = readLock(lock);
  const pid = livingProcess(facts);
  const { version, work } = facts;
  if (pid === undefined) return undefined;
  return { pid, ...(typeof version === "string" ? { version } : {}), work: work === "store" ? "store" : "daemon" };
}

/**
 * True if a daemon in a container with the same home is running. Its PID means nothing here; only its heartbeat every
 * minute counts.
 */
export function isHeldElsewhere({ lock }: Place): boolean {
  const { boot, world } = readLock(lock);
  return boot === bootId() && typeof world === "string" && world !== ownWorld() && silentMs({ lock }) < BELIEVED_MS;
}

/** Time since the daemon started, or since its last heartbeat. */
export function silentMs({ lock }: Place): number {
  const saidAt = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  return saidAt === undefined ? Number.POSITIVE_INFINITY : Math.abs(Date.now() - saidAt);
}

/** Written by the daemon itself. */
export function sayStillThere({ lock }: Place): void {
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
