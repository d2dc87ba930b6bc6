/** The answer for an agent if the daemon ends during its call: the failure contract of the event's hooks. */
import { capabilityIn } from "../../adapters/_shared/event-table.js";
import type { NativeAnswer } from "../../adapters/contract.js";
import { degrade } from "../../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import { type Failure, failsClosed, failureMode } from "../../core/decision/failure.js";
import type { HookEvent } from "../../core/events/payload.js";
import { admit } from "../../core/hooks/admission.js";
import type { HookSpec } from "../../core/hooks/hook.js";
import { alsoSubject, anySubject, compileMatch, type MatchEngines, subjectOf } from "../../core/match/compile.js";
import type { Prepared } from "../../runtime/call/types.js";

const DIED: Failure = { cause: "aborted", message: "the daemon ended while it checked this call" };

export function crashAnswer({ call: { adapter }, event, plan, names, presence }: Prepared): NativeAnswer {
  const modes = plan.entries
    .filter(({ hook }) => names.has(hook.event) && hook.mode === "enforce" && failsClosed(hook))
    .filter(({ hook }) => !isForOtherTools(hook, event))
    .filter((entry) => "admitted" in admit(entry))
    .map(({ hook }) => failureMode(hook, DIED, presence));
  const verdict = modes.includes("deny") ? "deny" : modes.includes("ask") ? "ask" : undefined;
  if (verdict === undefined) return adapter.neutral;
  const reason = "Snaphook's daemon ended while it checked this call. Try again.";
  const decision: Decision = { ...NO_DECISION, verdict, reason };
  return adapter.encode(degrade(decision, capabilityIn(adapter, event, presence), adapter.title), event);
}

/** Only by plain names: patterns that need an engine, or names of other systems, are not evaluated here. */
export function isForOtherTools({ dialect, nativeTo, match }: HookSpec, event: HookEvent): boolean {
  const subject = subjectOf(event);
  if (dialect !== "native" || nativeTo !== undefined || subject === undefined) return false;
  const plain = {
    ...(match.subject?.kind === "literals" ? { subject: match.subject } : {}),
    ...(match.except === undefined ? {} : { except: match.except }),
  };
  return anySubject(compileMatch(plain, {} as MatchEngines), subject, alsoSubject(event)) === false;
}
