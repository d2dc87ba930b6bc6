/** Takes away from a running process what a machine may run out of, and gives it back. */
import { execFileSync } from "node:child_process";

/** `nofile`: handles it may have open. `fsize`: the size in bytes that its files may grow to, as if the disk were full. */
export function limit(pid: number, what: "nofile" | "fsize", most: number | "unlimited"): void {
  // The soft limit alone, so that it can be raised again.
  execFileSync("prlimit", ["--pid", String(pid), `--${what}=${most}:`]);
}
