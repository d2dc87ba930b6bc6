import { rmSync } from "node:fs";

const TRIES = 50;

/**
 * Removes a folder that a hook in the background may still be writing to. `maxRetries` of Node does not help there:
 * it tries again to remove the folder, and not what was put into it meanwhile.
 */
export function removeFolder(folder: string): void {
  for (let left = TRIES; ; left--) {
    try {
      return rmSync(folder, { recursive: true, force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY" || left === 0) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
}
