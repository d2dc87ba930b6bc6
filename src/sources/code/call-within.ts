/** Calls a function that may never return, and ends it then. What it does after it has waited for something goes on. */
import { Script } from "node:vm";

/** A script is given a function by this name alone. */
const CALLED = Symbol.for("snaphook.called");
const CALL = new Script('globalThis[Symbol.for("snaphook.called")]()');
/** The most that Node takes. */
const LONGEST = 2_147_483_647;

/** Throws what `tooLate` makes when it had to be ended. */
export function callWithin<T>(limitMs: number, call: () => T, tooLate: () => Error): T {
  const names = globalThis as { [CALLED]?: () => unknown };
  names[CALLED] = call;
  try {
    const timeout = Math.min(LONGEST, Math.max(1, Math.ceil(limitMs)));
    return CALL.runInThisContext({ timeout, displayErrors: false }) as T;
  } catch (error) {
    const isLate = error instanceof Error && (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    throw isLate ? tooLate() : error;
  } finally {
    delete names[CALLED];
  }
}
