/**
 * Functions of code configs in this very process, where there is no daemon to run them elsewhere. They see of the
 * environment what other hooks see, and one that does not return is ended at its limit: no timer could be, and nobody
 * would answer.
 */
import type { FunctionRun, HookFunction } from "../../core/hooks/hook.js";
import { type Environment, passedEnvironment } from "../../executors/environment.js";
import { type LoadArtifact, TookTooLong } from "../../executors/function.js";
import { callWithin } from "../../sources/code/call-within.js";

type Load = (artifact: NonNullable<FunctionRun["artifact"]>) => HookFunction;

/** `environment`: what hooks may see is taken from it. An embedder's own stays as it is when there is none. */
export function ownFunctions(load: Load, environment?: Environment): LoadArtifact {
  return async (artifact, { limitMs }) => {
    const within = <T>(call: () => T) => callWithin(limitMs, call, () => new TookTooLong(limitMs));
    if (environment !== undefined) process.env = passedEnvironment(environment); // before anything of it is evaluated
    const run = within(() => load(artifact));
    return (payload, context) => within(() => run(payload, context));
  };
}
