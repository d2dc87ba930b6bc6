/**
 * Detects that the reader has closed our output. A write would tell, but there may be nothing to write for hours, and
 * Node cannot ask a pipe. GNU tail can: it ends by SIGPIPE when the pipe it was given loses its reader, and with us at
 * the latest. Where there is no such tail, the next line that is written tells.
 */
import { spawn } from "node:child_process";
import { existsSync, fstatSync } from "node:fs";

/** By its place: what a PATH leads to may be a program of the project. */
const TAILS = ["/usr/bin/tail", "/bin/tail"];

/** Returns what stops watching. */
export function watchReader(gone: () => void): () => void {
  const program = TAILS.find((path) => existsSync(path));
  if (program === undefined || !isPipe()) return () => {};
  const tail = spawn(program, ["-f", `--pid=${process.pid}`, "/dev/null"], { stdio: ["ignore", 1, "ignore"] });
  tail.once("error", () => {}); // it cannot be started
  tail.once("exit", (_, signal) => {
    if (signal === "SIGPIPE") gone();
  });
  tail.unref();
  return () => tail.kill();
}

function isPipe(): boolean {
  try {
    return fstatSync(1).isFIFO();
  } catch {
    return false; // closed
  }
}
