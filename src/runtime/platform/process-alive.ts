/** Whether a process with this id runs, ours or somebody else's. */
import { readFileSync } from "node:fs";

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return !hasEnded(pid);
}

/** Its number stays taken until its parent asks how it ended, and in a container nobody may ever do. */
function hasEnded(pid: number): boolean {
  try {
    const facts = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name of the program, in parentheses, may hold anything.
    return /^[ZX]/.test(facts.slice(facts.lastIndexOf(")") + 2));
  } catch {
    return false; // not Linux, or hidden from us
  }
}
