/** What a hook's result comes to: what it contributes to the decision, and its line in the record. */

import { type HookOutput, type HookRun, NO_OPINION } from "../core/decision/decision.js";
import { type Failure, failsClosed, failureMode, outputOfFailure } from "../core/decision/failure.js";
import type { HookEvent, Presence } from "../core/events/payload.js";
import type { AdmittedHook } from "../core/hooks/admission.js";
import type { HookResult } from "../core/ports.js";
import { frozenCopy } from "../core/text/json.js";
import { contributions, record, spoken, summarise, undecidedOf } from "./outcomes.js";

export interface Judged {
  readonly output: HookOutput;
  readonly run: HookRun;
}

export interface Judge {
  readonly presence: Presence;
  note(code: string, message: string, hook?: string): void;
}

/** An answer can be such that even looking at it fails: an object that holds itself, a getter that throws. */
export function judgeSafely(by: Judge, hook: AdmittedHook, result: HookResult, ms: number): Judged {
  try {
    return judge(by, hook, result, ms);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return judgeFailure(by, hook, { cause: "wrong-shape", message: `its answer cannot be read (${why})` }, ms);
  }
}

function judge(by: Judge, hook: AdmittedHook, result: HookResult, ms: number): Judged {
  if (!result.ok) return judgeFailure(by, hook, result.failure, ms);
  if (result.unread !== undefined && failsClosed(hook))
    return judgeFailure(by, hook, { cause: "wrong-shape", message: result.unread }, ms);
  const output = keepInput(result.output);
  if (result.warning !== undefined) by.note("HOOK_WARNING", result.warning, hook.id);
  if (hook.mode === "observe" && output !== NO_OPINION) {
    by.note("OBSERVED", `In observe mode; it would have answered ${summarise(output)}.`, hook.id);
    return { output, run: record(hook, "observed", ms, { would: output }) };
  }
  if (output === NO_OPINION) return { output, run: record(hook, "none", ms) };
  const did = contributions(output);
  return { output, run: record(hook, output.verdict ?? "none", ms, did.length > 0 ? { did } : undefined) };
}

export function judgeFailure(by: Judge, hook: AdmittedHook, failure: Failure, ms: number): Judged {
  const declared = failureMode(hook, failure, by.presence);
  const answered = hook.mode === "observe" ? "allow" : declared;
  by.note(
    "HOOK_FAILED",
    `Hook "${hook.id}" failed (${failure.cause}): ${failure.message}. Answered: ${spoken(answered)}.`,
    hook.id,
  );
  const output = outputOfFailure(hook, failure, answered);
  return {
    output: Object.keys(output).length === 0 ? NO_OPINION : output,
    run: record(hook, "failed", ms, { cause: failure.cause, detail: failure.message, answered }),
  };
}

/** A pattern that could not be decided: a guard counts as matched and broken, an observer stays out. */
export function judgeUndecided(by: Judge, hook: AdmittedHook, event: HookEvent): Judged {
  const failure = undecidedOf(event);
  if (failsClosed(hook)) return judgeFailure(by, hook, failure, 0);
  by.note("HOOK_FAILED", `Hook "${hook.id}" was left out: ${failure.message}.`, hook.id);
  return { output: NO_OPINION, run: record(hook, "skipped", 0, { cause: failure.cause }) };
}

/** The input that guards judge is the input that is used, whatever its hook does with the object afterwards. */
function keepInput(output: HookOutput): HookOutput {
  return output.input === undefined ? output : { ...output, input: frozenCopy(output.input) };
}
