/**
 * Why a hook failed, and what its failure contract makes of that. A failure is never silent and never an
 * accident of an exit code: it has a cause with its own words and a hint.
 */

import type { Presence } from "../events/payload.js";
import type { FailureMode, HookSpec } from "../hooks/hook.js";
import type { HookOutput } from "./decision.js";

export const FAILURE_HINTS = {
  "not-found": "Check the path; a relative one is resolved against the hook's working folder.",
  "not-executable": "Run `chmod +x` on the script, or name its interpreter in the command.",
  "interpreter-missing": "Install the interpreter that the script's first line names.",
  "spawn-error": "The system could not start the process; see the detail.",
  exit: "The hook ended with an error; its stderr is in the record.",
  signal: "Something outside Snaphook ended the hook.",
  timeout: "Make the hook faster, narrow its matcher, or raise its `timeoutMs`.",
  deadline: "Earlier hooks used up the time of this event.",
  aborted: "The caller gave up before the hook answered.",
  "bad-json": "The hook printed the beginning of a JSON object that does not parse.",
  "not-json": "A guard must print a JSON object or nothing; send logs to stderr.",
  "wrong-shape": "The answer is JSON but not of a known shape; see the decisions page.",
  "output-limit": "The hook printed more than its limit; raise `stdoutLimit` or print less.",
  threw: "The function threw or rejected.",
  "http-status": "The server did not answer with a 2xx status.",
  "http-unreachable": "The server could not be reached.",
  "http-refused":
    "Name the host in `allowHosts` of your own config if the hook may call it, and write addresses plainly.",
  "http-redirect": "Redirects are not followed unless `followRedirects` is set.",
  unavailable: "This kind of hook needs a part that this installation does not have.",
  broken: "The hook's configuration has an error; run `snaphook validate`.",
  "not-approved": "Review the change with `snaphook trust`, or take it back; until then its failure contract holds.",
  changed: "A file it names is not what was approved; review it with `snaphook trust`.",
  "slow-pattern": "The pattern took too long; use one without lookaround.",
  "unreadable-call": "The call is in no form that is known; the agent can make it again in a plain one.",
  "artifact-missing":
    "The code config has changed or its bundle is gone; run `snaphook validate`, or `snaphook trust` for a project.",
  "not-recorded": "Make room on the disk, or let the hook go without `audit`.",
  "bad-payload": "It must be one JSON object below 10 MB with all needed fields.",
} as const;

export type FailureCause = keyof typeof FAILURE_HINTS;

export interface Failure {
  readonly cause: FailureCause;
  /** What happened, in one line. */
  readonly message: string;
}

/** Whether a failure of this hook must not go by unnoticed, whoever is there to answer. */
export function failsClosed(hook: Pick<HookSpec, "guard" | "onFailure">): boolean {
  return hook.guard || (hook.onFailure !== undefined && hook.onFailure !== "allow");
}

/** What this hook's contract says about a failure: its own words first, then guard or observer defaults. */
export function failureMode(
  hook: Pick<HookSpec, "guard" | "onFailure" | "onTimeout">,
  failure: Failure,
  presence: Presence,
): FailureMode {
  const timedOut = failure.cause === "timeout" || failure.cause === "deadline";
  const declared = timedOut ? (hook.onTimeout ?? hook.onFailure) : hook.onFailure;
  if (declared !== undefined) return declared;
  if (!hook.guard) return "allow";
  return presence === "interactive" ? "ask" : "deny";
}

/** The answer that stands in for a failed hook. Failing open is no opinion, never a verdict of "allow". */
export function outputOfFailure(
  hook: Pick<HookSpec, "id" | "guard" | "timeoutReason">,
  failure: Failure,
  mode: FailureMode,
): HookOutput {
  if (mode === "allow") return {};
  if (failure.cause === "timeout" && hook.timeoutReason !== undefined)
    return { verdict: mode, reason: hook.timeoutReason };
  const who = hook.guard ? "Guard" : "Hook";
  return {
    verdict: mode,
    reason: `${who} "${hook.id}" could not decide: ${failure.message}. ${FAILURE_HINTS[failure.cause]}`,
  };
}
