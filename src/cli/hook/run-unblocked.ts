import { spawn } from "node:child_process";
import type { Readable } from "node:stream";

/** The same program again: a child starts with no signal blocked. A pipe tells when it is over. */
export async function runUnblocked(args: readonly string[], program: string, handle: number): Promise<number> {
  const stdio = ["inherit", "inherit", "inherit", "pipe", "ignore", "ignore"] as const;
  const child = spawn(process.execPath, [program, "hook", ...args], {
    stdio: stdio.map((one, at) => (at === handle ? handle : one)),
  });
  await new Promise((done) => {
    child.on("error", done);
    (child.stdio[3] as Readable).on("close", done).resume();
  });
  return 70; // the proof counts, not this
}
