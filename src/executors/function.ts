/** Functions in this process: an embedder's own, those of a code config's bundle, and what comes with Snaphook (HT-05). */

import { readReturn } from "../core/decision/answer.js";
import type { FailureCause } from "../core/decision/failure.js";
import type { HookEvent } from "../core/events/payload.js";
import type { AdmittedHook } from "../core/hooks/admission.js";
import type { FunctionRun, HookFunction, Level } from "../core/hooks/hook.js";
import type { Executor, HookResult } from "../core/ports.js";
import { frozenCopy } from "../core/text/json.js";

/** Finds the function of a code config, for calls like this. A rejection is recorded as `artifact-missing`. */
export type LoadArtifact = (
  artifact: NonNullable<FunctionRun["artifact"]>,
  call: { readonly event: string; readonly limitMs: number },
) => Promise<HookFunction>;

/** What a function returned, read where it ran: not every value could be sent from there as it is. */
export class ReadElsewhere {
  constructor(readonly result: HookResult) {}
}

/** Thrown for a function that had to be ended. */
export class TookTooLong extends Error {
  constructor(limitMs: number) {
    super(`it did not answer within ${Math.round(limitMs)} ms`);
  }
}

/** Makes a built-in hook for this event. A rejection is recorded as `unavailable`. */
export type LoadBuiltin = (
  builtin: NonNullable<FunctionRun["builtin"]>,
  level: Level,
  event: HookEvent,
) => HookFunction | Promise<HookFunction>;

class Missing {
  constructor(
    readonly cause: FailureCause,
    readonly message: string,
  ) {}
}

export function functionExecutor(loadArtifact?: LoadArtifact, loadBuiltin?: LoadBuiltin): Executor {
  return {
    type: "function",
    run(hook, event, context) {
      const { fn, builtin, artifact } = hook.run as FunctionRun;
      const payload = payloadFor(hook, event) as never;
      const found =
        fn ??
        (builtin
          ? loadBuiltin?.(builtin, hook.source.level, event)
          : artifact && loadArtifact?.(artifact, callOf(hook, event)));
      if (typeof found === "function") return found(payload, context);
      const cause = builtin ? "unavailable" : "artifact-missing";
      if (found === undefined) return new Missing(cause, "its function is not there");
      const missing = (error: unknown) => new Missing(cause, error instanceof Error ? error.message : String(error));
      return found.then((run) => run(payload, context), missing).catch(tooLong);
    },
    read(raw, _hook, event) {
      if (raw instanceof Missing) return { ok: false, failure: { cause: raw.cause, message: raw.message } };
      return raw instanceof ReadElsewhere ? raw.result : readReturn(raw, event.name);
    },
  };
}

function callOf({ timeoutMs }: AdmittedHook, { name }: HookEvent): Parameters<LoadArtifact>[1] {
  return { event: name, limitMs: timeoutMs };
}

function tooLong(error: unknown): Missing {
  if (error instanceof TookTooLong) return new Missing("timeout", error.message);
  throw error;
}

/** Hooks on an agent's native event get what the agent sent (EV-26). */
function payloadFor(hook: AdmittedHook, { payload, native }: HookEvent): unknown {
  return hook.nativeTo === undefined || native === undefined ? payload : frozenCopy(native.payload);
}
