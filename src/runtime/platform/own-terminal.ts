/** The controlling terminal of this process, if it also reads from it and writes to it. */
import { execFileSync } from "node:child_process";
import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import { isatty } from "node:tty";

/** The device number; undefined if there is none, or if input or output are another one. */
export function ownTerminal(): number | undefined {
  if (!isatty(0) || !isatty(1)) return undefined;
  try {
    // Fails for a process without a controlling terminal, whatever its input is.
    closeSync(openSync("/dev/tty", constants.O_RDWR | constants.O_NOCTTY));
    const own = controllingDevice();
    const names = [own, statSync("/dev/tty").rdev]; // by its own name, or as the controlling terminal
    return [0, 1].every((handle) => names.includes(fstatSync(handle).rdev)) ? own : undefined;
  } catch {
    return undefined;
  }
}

function controllingDevice(): number {
  if (process.platform === "darwin") {
    const name = execFileSync("/bin/ps", ["-o", "tty=", "-p", String(process.pid)], { encoding: "utf8" }).trim();
    return statSync(`/dev/${name}`).rdev;
  }
  const stat = readFileSync("/proc/self/stat", "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[4]);
}
