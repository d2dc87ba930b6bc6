/** What became of a hook, as values and in words. */

import type { HookOutput, HookRun, Outcome } from "../core/decision/decision.js";
import type { Failure } from "../core/decision/failure.js";
import type { HookEvent } from "../core/events/payload.js";
import type { AdmittedHook } from "../core/hooks/admission.js";
import type { HookResult } from "../core/ports.js";

type Facts = Partial<Pick<HookRun, "cause" | "detail" | "answered" | "would" | "did">>;

export function record(hook: AdmittedHook, outcome: Outcome, ms: number, facts?: Facts): HookRun {
  const run = { id: hook.id, source: hook.source.key, level: hook.source.level, outcome, ms };
  return facts === undefined ? run : { ...run, ...facts };
}

export function threw(error: unknown): HookResult {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { ok: false, failure: { cause: "threw", message: `it threw ${message}` } };
}

export const TOO_LATE: HookResult = {
  ok: false,
  failure: { cause: "deadline", message: "the event's time was used up before it could start" },
};

/** An entry that cannot run as it stands, or has nothing to judge because the agent's payload was not readable. */
export function brokenOf({ code, message }: NonNullable<AdmittedHook["broken"]>): Failure {
  return { cause: CAUSES[code] ?? "broken", message };
}

const CAUSES: Readonly<Record<string, Failure["cause"]>> = {
  PAYLOAD_SYNTAX: "bad-payload",
  GUARD_MODIFIED: "not-approved",
  GUARD_GONE: "not-approved",
};

/** Why a hook's pattern could not be decided. */
export function undecidedOf({ payload }: HookEvent): Failure {
  return payload.unreadable_input === true
    ? { cause: "unreadable-call", message: "what this call is about cannot be read" }
    : { cause: "slow-pattern", message: "its pattern could not be decided in time" };
}

/** Not only our own Promise: libraries and other realms bring theirs. */
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
  // Differences of fractions are not exact: a millisecond less is still the hook's own limit.
  if (limit < hook.timeoutMs - 1)
    return { cause: "deadline", message: `the event's time was used up after ${Math.round(limit)} ms` };
  return { cause: "timeout", message: `it did not answer within ${Math.round(limit)} ms` };
}

/** Whether it was kept from answering by what came before it, not by itself. */
export function ranOut({ cause }: Failure): boolean {
  return cause === "deadline" || cause === "aborted";
}

export function spoken(mode: "allow" | "ask" | "deny"): string {
  return mode === "allow" ? "no opinion" : mode;
}

/** What an answer holds besides its verdict. */
export function contributions(output: HookOutput): string[] {
  const found = {
    rewrite: output.input !== undefined,
    context: output.context !== undefined,
    "new output": output.output !== undefined,
    "go on": output.forceContinue !== undefined,
    message: output.message !== undefined,
    stop: output.stop !== undefined,
  };
  return Object.entries(found)
    .filter(([, present]) => present)
    .map(([name]) => name);
}

export function summarise(output: HookOutput): string {
  return [output.verdict, ...contributions(output)].filter(Boolean).join(", ");
}
