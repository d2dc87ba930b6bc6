/** True if a process with this PID runs, ours or another user's. */
import { readFileSync } from "node:fs";

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return !hasEnded(pid);
}

/** Excludes zombies: their PID stays taken until the parent reaps them, which may never happen in a container. */
function hasEnded(pid: number): boolean {
  try {
    const facts = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The program name, in parentheses, may contain anything.
    return /^[ZX]/.test(facts.slice(facts.lastIndexOf(")") + 2));
  } catch {
    return false; // not Linux, or hidden from us
  }
}
