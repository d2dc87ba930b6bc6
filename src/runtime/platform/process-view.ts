/**
 * Checks that this process can see its parents. An agent can hide itself: in another PID namespace, or behind a mount
 * over /proc.
 */
import { readFileSync, readlinkSync } from "node:fs";

/**
 * The identity mapping: no user namespace is between this process and the machine, so only root can have created its
 * PID namespace.
 */
const WHOLE_USER_MAP = /^\s*0\s+0\s+4294967295\s*$/;

/** The PID namespace of this process; undefined if there is none or it is hidden. */
export function pidNamespace(): string | undefined {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return undefined;
  }
}

/** True if only root can have created the namespaces of this process. */
export function isRootsNamespace(): boolean {
  const map = readText("/proc/self/uid_map");
  return map !== undefined && WHOLE_USER_MAP.test(map);
}

/** Why the process list may lack the parents; undefined if nothing hides them. `home`: see `Permits`. */
export function whyHidden(home: string | undefined): string | undefined {
  if (process.platform !== "linux") return undefined;
  const mounts = readText("/proc/self/mountinfo");
  if (mounts === undefined) return "the process list (/proc) cannot be read";
  const points = mounts.split("\n").map((line) => line.split(" ")[4] ?? "");
  if (points.filter((point) => point === "/proc").length > 1 || points.some((point) => /^\/proc\/\d/.test(point)))
    return "something is mounted over the process list (/proc)";
  const here = pidNamespace();
  if (here === undefined || (here !== home && !isRootsNamespace()))
    return "this is another PID namespace than the one Snaphook was installed in";
  return undefined;
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
