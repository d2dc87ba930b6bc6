/**
 * Removes payload files left by a killed process: events for background hooks of older versions, and values too large
 * for a variable, on systems where such a file has a name (`executors/command.ts`).
 */
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** No hook runs longer. */
const LONGEST_MS = 3_600_000;
const SPILLED = /^snaphook-[A-Za-z0-9]{6}$/;

/** Never throws: what cannot be removed stays for the next time. */
export function sweepLeftovers(state: string, now: number = Date.now()): void {
  const background = join(state, "background");
  for (const name of namesIn(background)) removeOld(join(background, name), now);
  for (const name of namesIn(tmpdir()).filter((one) => SPILLED.test(one))) {
    const folder = join(tmpdir(), name);
    if (namesIn(folder).join() === "payload.json") removeOld(folder, now);
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // there is none, or it is not ours
  }
}

function removeOld(path: string, now: number): void {
  try {
    const { mtimeMs, uid } = lstatSync(path);
    if (now - mtimeMs > LONGEST_MS && uid === (process.getuid?.() ?? uid))
      rmSync(path, { recursive: true, force: true });
  } catch {
    // removed meanwhile
  }
}
