/** What a program has to look after whose parent is the launcher. */
import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";

const LOOK_MS = 250;

/** The shell waits for our answer and cannot pass a signal on: when the agent has ended it, we end in an orderly way. */
export function endWithLauncher(): void {
  const launcher = process.ppid;
  setInterval(() => {
    if (process.ppid !== launcher) process.exit(143);
  }, LOOK_MS).unref();
}

const SIGCHLD = 1n << 16n;

/** Linux tells. An agent that blocks this signal passes that on, and Node would never learn that a hook has ended. */
export function isChildExitBlocked(): boolean {
  if (process.platform !== "linux") return false;
  try {
    const [, blocked] = /^SigBlk:\s*([0-9a-f]+)$/m.exec(readFileSync("/proc/self/status", "latin1")) ?? [];
    return blocked !== undefined && (BigInt(`0x${blocked}`) & SIGCHLD) !== 0n;
  } catch {
    return false;
  }
}

/** The same program again: a child starts with no signal blocked. A pipe tells when it is over. */
export async function runUnblocked(args: readonly string[], program: string, handle: number): Promise<number> {
  const { spawn } = await import("node:child_process");
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
