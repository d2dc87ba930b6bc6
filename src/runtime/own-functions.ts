/**
 * Functions of code configs in this very process, where there is no daemon to run them elsewhere. They see of the
 * environment what other hooks see, and one that does not return is ended at its limit: no timer could be, and nobody
 * would answer. What one does after it has waited for something cannot be ended this way.
 */
import { Script } from "node:vm";
import type { FunctionRun, HookFunction } from "../core/hook.js";
import { type Environment, passedEnvironment } from "../executors/environment.js";
import { type LoadArtifact, TookTooLong } from "../executors/function.js";

/** A script is given a function by this name alone. */
const CALLED = Symbol.for("snaphook.called");
const CALL = new Script('globalThis[Symbol.for("snaphook.called")]()');

/** The most that Node takes. */
const LONGEST = 2_147_483_647;

type Load = (artifact: NonNullable<FunctionRun["artifact"]>) => HookFunction;

/** `environment`: what hooks may see is taken from it. An embedder's own stays as it is when there is none. */
export function ownFunctions(load: Load, environment?: Environment): LoadArtifact {
  return async (artifact, { limitMs }) => {
    if (environment !== undefined) process.env = passedEnvironment(environment); // before anything of it is evaluated
    const run = callWithin(limitMs, () => load(artifact));
    return (payload, context) => callWithin(limitMs, () => run(payload, context));
  };
}

function callWithin<T>(limitMs: number, call: () => T): T {
  const names = globalThis as { [CALLED]?: () => unknown };
  names[CALLED] = call;
  try {
    const timeout = Math.min(LONGEST, Math.max(1, Math.ceil(limitMs)));
    return CALL.runInThisContext({ timeout, displayErrors: false }) as T;
  } catch (error) {
    const isLate = error instanceof Error && (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    throw isLate ? new TookTooLong(limitMs) : error;
  } finally {
    delete names[CALLED];
  }
}
