/** Who is at the keyboard, for what only a person may do and what is recorded of it. */
import { readlinkSync } from "node:fs";

export function userName(): string {
  try {
    return process.getBuiltinModule("node:os").userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`; // without an entry in the system's list
  }
}

export function terminalName(): string {
  try {
    return readlinkSync("/proc/self/fd/0");
  } catch {
    return "a terminal";
  }
}
