/** Maximum number of simultaneous calls. A rejected call is answered by its own program. */
import { readFileSync } from "node:fs";

/** More agents than any user runs. */
const MOST = 2_000;
/** Listeners, threads and the store. */
const OWN_HANDLES = 50;
/** File descriptors per call: a connection and the pipes of a hook or two. */
const HANDLES_PER_CALL = 7;

export function connectionLimit(handles: number | undefined = handleLimit()): number {
  if (handles === undefined) return MOST;
  return Math.min(MOST, Math.max(1, Math.floor((handles - OWN_HANDLES) / HANDLES_PER_CALL)));
}

/** Undefined if there is no limit, or it is unknown. */
function handleLimit(): number | undefined {
  try {
    const soft = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined; // not Linux
  }
}
