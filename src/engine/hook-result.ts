/** Converts a hook's result: its contribution to the decision, and its entry in the record. */
import { contributions, type HookOutput, type HookRun, NO_OPINION, type Outcome } from "../core/decision/decision.js";
import { type Failure, failsClosed, failureMode, outputOfFailure } from "../core/decision/failure.js";
import { type HookEvent, missingField, type Presence } from "../core/events/payload.js";
import type { AdmittedHook } from "../core/hooks/admission.js";
import type { HookResult } from "../core/ports.js";
import { BLANK, frozenCopy } from "../core/text/json.js";

export interface Judged {
  readonly output: HookOutput;
  readonly run: HookRun;
}

export interface Judge {
  readonly presence: Presence;
  note(code: string, message: string, hook?: string): void;
}

/** Even reading an answer can fail: a cyclic object, a getter that throws. */
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
    return { output, run: hookRun(hook, "observed", ms, { would: output }) };
  }
  if (output === NO_OPINION) return { output, run: hookRun(hook, "none", ms) };
  const did = contributions(output);
  const { verdict = "none", reason } = output;
  const facts = { ...(did.length > 0 ? { did } : {}), ...(reason === undefined ? {} : { reason }) };
  return { output, run: hookRun(hook, verdict, ms, facts) };
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
    run: hookRun(hook, "failed", ms, {
      cause: failure.cause,
      detail: failure.message,
      answered,
      ...(hook.mode === "observe" && declared !== "allow" ? { would: { verdict: declared } } : {}),
    }),
  };
}

/** A pattern that could not be evaluated: a guard counts as matched and broken, an observer is skipped. */
export function judgeUndecided(by: Judge, hook: AdmittedHook, event: HookEvent): Judged {
  const failure = hook.broken ? brokenOf(hook.broken) : undecidedOf(event);
  if (failsClosed(hook)) return judgeFailure(by, hook, failure, 0);
  by.note("HOOK_FAILED", `Hook "${hook.id}" was skipped: ${failure.message}.`, hook.id);
  return { output: NO_OPINION, run: hookRun(hook, "skipped", 0, { cause: failure.cause }) };
}

/** Copies the input, so that the hook cannot change it after guards checked it. */
function keepInput(output: HookOutput): HookOutput {
  return output.input === undefined ? output : { ...output, input: frozenCopy(output.input) };
}

type Facts = Partial<Pick<HookRun, "cause" | "detail" | "answered" | "would" | "did" | "reason">>;

export function hookRun(hook: AdmittedHook, outcome: Outcome, ms: number, facts?: Facts): HookRun {
  const run = { id: hook.id, source: hook.source.key, level: hook.source.level, outcome, ms };
  return facts === undefined ? run : { ...BLANK, ...run, ...facts };
}

export function threw(error: unknown): HookResult {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { ok: false, failure: { cause: "threw", message: `it threw ${message}` } };
}

export const TOO_LATE: HookResult = {
  ok: false,
  failure: { cause: "deadline", message: "the event's time was used up before it could start" },
};

/** An entry that cannot run as written, or whose payload could not be parsed. */
export function brokenOf({ code, message }: NonNullable<AdmittedHook["broken"]>): Failure {
  return { cause: CAUSES[code] ?? "broken", message };
}

const CAUSES: Readonly<Record<string, Failure["cause"]>> = {
  PAYLOAD_SYNTAX: "bad-payload",
  GUARD_MODIFIED: "not-approved",
  GUARD_GONE: "not-approved",
};

/** Why a hook's pattern could not be evaluated. */
export function undecidedOf(event: HookEvent): Failure {
  const missing = missingField(event);
  if (missing !== undefined) return { cause: "bad-payload", message: `the payload lacks a valid \`${missing}\`` };
  return event.payload.unreadable_input === true
    ? { cause: "unreadable-call", message: "the call cannot be parsed" }
    : { cause: "slow-pattern", message: "its pattern could not be evaluated in time" };
}

/** Any thenable, not only our own Promise: libraries and other realms have theirs. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && typeof (value as { then?: unknown }).then === "function";
}

export function timeoutOf({
  hook,
  dueAt,
  startedAt,
}: {
  readonly hook: AdmittedHook;
  readonly dueAt: number;
  readonly startedAt: number;
}): Failure {
  const limit = dueAt - startedAt;
  // Fractions are not exact: a millisecond less still counts as the hook's own limit.
  if (limit < hook.timeoutMs - 1)
    return { cause: "deadline", message: `the event's time was used up after ${Math.round(limit)} ms` };
  return { cause: "timeout", message: `it did not answer within ${Math.round(limit)} ms` };
}

/** True if earlier hooks, not this one, used up the time. */
export function ranOut({ cause }: Failure): boolean {
  return cause === "deadline" || cause === "aborted";
}

export function spoken(mode: "allow" | "ask" | "deny"): string {
  return mode === "allow" ? "no opinion" : mode;
}

export function summarise(output: HookOutput): string {
  return [output.verdict, ...contributions(output)].filter(Boolean).join(", ");
}
