/** Takes every handle this process may still open, and gives them back. */
import { closeSync, openSync } from "node:fs";
import { limit } from "./limits.js";

/** Low enough to be reached at once, above what a test has open. */
const FEW = 400;

export async function withoutHandles<T>(work: () => Promise<T>): Promise<T> {
  limit(process.pid, "nofile", FEW);
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync("/dev/null", "r"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EMFILE") throw error;
  }
  try {
    return await work();
  } finally {
    for (const handle of taken) closeSync(handle);
    limit(process.pid, "nofile", 4096);
  }
}
