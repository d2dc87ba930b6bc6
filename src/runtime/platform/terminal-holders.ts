/** Finds the processes at the other end of a terminal: an orphaned process may still receive input from an agent. */
import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";

/**
 * Processes that can type into the terminal with this device number. Only on Linux, and only for the user's own
 * processes.
 */
export function terminalHolders(device: number): readonly number[] {
  if (process.platform !== "linux") return [];
  const index = pseudoTerminal(device);
  if (index === undefined) return [];
  const line = new RegExp(`^tty-index:\\s*${index}$`, "m");
  return names("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => names(`/proc/${pid}/fd`).some((fd) => isMaster(pid, fd) && line.test(fdInfo(pid, fd))))
    .map(Number);
}

/** The N of /dev/pts/N. */
function pseudoTerminal(device: number): string | undefined {
  return names("/dev/pts").find(
    (name) => statSync(`/dev/pts/${name}`, { throwIfNoEntry: false })?.rdev === device && name !== "ptmx",
  );
}

function isMaster(pid: string, fd: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`).endsWith("ptmx");
  } catch {
    return false; // closed meanwhile
  }
}

function fdInfo(pid: string, fd: string): string {
  try {
    return readFileSync(`/proc/${pid}/fdinfo/${fd}`, "utf8");
  } catch {
    return "";
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // another user's, or ended
  }
}
