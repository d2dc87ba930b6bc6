/**
 * Causes of hook failures, and the outcome of the failure contract. Every failure has a cause with its own message and
 * hint.
 */

import type { Presence } from "../events/payload.js";
import type { FailureMode, HookSpec } from "../hooks/hook.js";
import type { HookOutput } from "./decision.js";

export const FAILURE_HINTS = {
  "not-found": "Check the path; a relative one is resolved against the hook's working directory.",
  "not-executable": "Run `chmod +x` on the script, or name its interpreter in the command.",
  "interpreter-missing": "Install the interpreter that the script's first line names.",
  "spawn-error": "The system could not start the process; see the detail.",
  exit: "The hook ended with an error; its stderr is in the record.",
  signal: "Another process ended the hook.",
  timeout: "Make the hook faster, narrow its matcher, or raise its `timeoutMs`.",
  deadline: "Earlier hooks used up the time of this event.",
  aborted: "The caller gave up before the hook answered.",
  "bad-json": "The hook printed the start of a JSON object that does not parse.",
  "not-json": "A guard must print a JSON object or nothing; send logs to stderr.",
  "wrong-shape": "The answer is JSON of an unknown shape; see docs/decisions.md.",
  "output-limit": "The hook printed more than its limit; raise `stdoutLimit` or print less.",
  threw: "The function threw or rejected.",
  "http-status": "The server did not answer with a 2xx status.",
  "http-unreachable": "The server could not be reached.",
  "http-refused": "Add the host to `allowHosts` in your user config if the hook may call it, and use a plain URL.",
  "http-redirect": "Redirects are not followed unless `followRedirects` is set.",
  "model-failed": "Run `snaphook models test`; docs/models.md lists the settings.",
  "model-answer": "The model must answer with `ok` and `reason` as JSON; try another model.",
  "model-budget": "Wait, or raise `budget` in your models.json; `snaphook models` shows what is used.",
  "mcp-failed": "Run `snaphook test HOOK` to see what the server prints; docs/hook-types.md tells what it has to do.",
  "mcp-unknown": "Define the server in mcp.json; docs/hook-types.md shows how.",
  unavailable: "This hook type needs a component that this installation lacks.",
  broken: "The hook's configuration has an error; run `snaphook validate`.",
  "not-approved": "Review the change with `snaphook trust`, or undo it; until then its failure contract applies.",
  changed: "A file it uses is not what was approved; review it with `snaphook trust`.",
  "slow-pattern": "The pattern took too long; use one without lookaround.",
  "unreadable-call": "The call has an unknown form; the agent can retry it in a plain one.",
  "artifact-missing":
    "The code config has changed or its bundle is gone; run `snaphook validate`, or `snaphook trust` for a project.",
  "not-recorded": "Free disk space, or remove `audit` from the hook.",
  "bad-payload": "It must be one JSON object below 10 MB with all required fields.",
} as const;

export type FailureCause = keyof typeof FAILURE_HINTS;

export interface Failure {
  readonly cause: FailureCause;
  /** One line: what happened. */
  readonly message: string;
}

/** True if a failure of this hook must be reported, whether or not a user can answer. */
export function failsClosed(hook: Pick<HookSpec, "guard" | "onFailure">): boolean {
  return hook.guard || (hook.onFailure !== undefined && hook.onFailure !== "allow");
}

/** The failure contract of a hook: its own settings first, then the defaults for guards or observers. */
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

/** The answer for a failed hook. Failing open is no opinion, never "allow". */
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
