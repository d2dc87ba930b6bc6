/**
 * Calls a function that may never return, and terminates it after a time limit. Code after an `await` in it is not
 * terminated.
 */
import { Script } from "node:vm";

/** The script receives the function only by this name. */
const CALLED = Symbol.for("snaphook.called");
const CALL = new Script('globalThis[Symbol.for("snaphook.called")]()');
/** The maximum that Node accepts. */
const LONGEST = 2_147_483_647;

/** Throws the error of `tooLate` if it had to be terminated. */
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
