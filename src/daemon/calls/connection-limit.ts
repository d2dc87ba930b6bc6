/** How many calls the daemon takes at once. One that is turned away is answered by its own program. */
import { readFileSync } from "node:fs";

/** More agents than anybody runs. */
const MOST = 2_000;
/** Listeners, threads and the store. */
const OWN_HANDLES = 50;
/** A connection, the pipes of a hook or two. A process that cannot be started for want of a handle costs more of them. */
const HANDLES_PER_CALL = 7;

export function connectionLimit(handles: number | undefined = handleLimit()): number {
  if (handles === undefined) return MOST;
  return Math.min(MOST, Math.max(1, Math.floor((handles - OWN_HANDLES) / HANDLES_PER_CALL)));
}

/** Undefined where there is none, or the system does not tell. */
function handleLimit(): number | undefined {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined; // not Linux
  }
}
