/** Functions in this process: an embedder's own, those of a code config's bundle, and built-ins (HT-05). */

import { readReturn } from "../core/decision/answer.js";
import type { FailureCause } from "../core/decision/failure.js";
import type { HookEvent } from "../core/events/payload.js";
import type { AdmittedHook } from "../core/hooks/admission.js";
import type { FunctionRun, HookFunction, Level } from "../core/hooks/hook.js";
import type { Executor, HookResult } from "../core/ports.js";
import { frozenCopy } from "../core/text/json.js";

/** Loads the function of a code config. A rejection is recorded as `artifact-missing`. */
export type LoadArtifact = (
  artifact: NonNullable<FunctionRun["artifact"]>,
  call: { readonly event: string; readonly limitMs: number },
) => Promise<HookFunction>;

/** A function's result, parsed where it ran: not every value can be sent between processes. */
export class ReadElsewhere {
  constructor(readonly result: HookResult) {}
}

/** Thrown for a function that had to be terminated. */
export class TookTooLong extends Error {
  constructor(limitMs: number) {
    super(`it did not answer within ${Math.round(limitMs)} ms`);
  }
}

/** Creates a built-in hook for this event. A rejection is recorded as `unavailable`. */
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
      if (found === undefined) return new Missing(cause, "its function does not exist");
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

/** Hooks on a native event get the agent's raw payload (EV-26). */
function payloadFor(hook: AdmittedHook, { payload, native }: HookEvent): unknown {
  return hook.nativeTo === undefined || native === undefined ? payload : frozenCopy(native.payload);
}
