/**
 * Whether this process sees the processes that started it. An agent can hide itself: in another PID namespace, or behind
 * something mounted over /proc.
 */
import { readFileSync, readlinkSync } from "node:fs";

/** The identity: no user namespace lies between this process and the machine, so only root can have made its PID namespace. */
const WHOLE_USER_MAP = /^\s*0\s+0\s+4294967295\s*$/;

/** The PID namespace of this process; undefined where there is none or it may not be seen. */
export function pidNamespace(): string | undefined {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return undefined;
  }
}

/** Whether only root can have made the namespaces that this process is in. */
export function isRootsNamespace(): boolean {
  const map = readText("/proc/self/uid_map");
  return map !== undefined && WHOLE_USER_MAP.test(map);
}

/** Why the list of processes may lack those above this one; undefined if nothing hides them. `home`: see `Permits`. */
export function whyHidden(home: string | undefined): string | undefined {
  if (process.platform !== "linux") return undefined;
  const mounts = readText("/proc/self/mountinfo");
  if (mounts === undefined) return "the list of processes (/proc) cannot be read";
  const points = mounts.split("\n").map((line) => line.split(" ")[4] ?? "");
  if (points.filter((point) => point === "/proc").length > 1 || points.some((point) => /^\/proc\/\d/.test(point)))
    return "something is mounted over the list of processes (/proc)";
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
