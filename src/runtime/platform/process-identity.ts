/** Tells processes apart whose PID was reused, or that run in another container. */
import { readFileSync, readlinkSync } from "node:fs";
import { isAlive } from "./process-alive.js";

/** Of this process, as data for a lock file. */
export function ownIdentity() {
  return { pid: process.pid, born: birthOf(process.pid), boot: bootId(), world: ownWorld() };
}

/** The PID in an identity, if that very process runs here. */
export function livingProcess(identity: Readonly<Record<string, unknown>>): number | undefined {
  const { pid, born, boot, world } = identity;
  if (typeof pid !== "number" || pid <= 0 || boot !== bootId() || world !== ownWorld() || !isAlive(pid))
    return undefined;
  return birthOf(pid) === (born ?? null) ? pid : undefined;
}

/** Identifies the PID and mount namespaces of this process, if the system has them. */
export function ownWorld(): string {
  return ["pid", "mnt"].map((kind) => readText(() => readlinkSync(`/proc/self/ns/${kind}`))).join(" ");
}

export function bootId(): string {
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
