/** How much happened in a session, ended or not. */
import { CALL_EVENTS, type Outcome, type ToolCall } from "../../core/records/call-outcomes.js";
import type { EventRecord, HookRunRecord, SessionRow } from "../../core/records/records.js";
import type { SessionDetail } from "../../core/records/store.js";

export interface CountedSession extends SessionRow {
  readonly prompts: number;
  readonly firstRequest?: string;
  /** Tool calls, also those that did not run. */
  readonly calls: number;
  /** Tools that were used. */
  readonly activities: number;
  readonly failures: number;
  /** Events that hooks had an opinion on. */
  readonly decisions: number;
  /** Tool calls and other events that were stopped. */
  readonly stopped: number;
  /** Events that hooks which only observe would have denied or asked about. */
  readonly wouldStop: number;
}

export function wouldStop({ would }: HookRunRecord): boolean {
  return would?.verdict === "deny" || would?.verdict === "ask";
}

const STOPPED: ReadonlySet<Outcome> = new Set(["denied", "refused", "unanswered"]);

/** The call was denied by hooks, refused by a person, or needed an answer that no person gave. */
export function isStopped({ outcome }: ToolCall): boolean {
  return STOPPED.has(outcome);
}

/** The same for a prompt or another event that is not a tool call. */
export function isStoppedEvent({ event, verdict, sent }: EventRecord): boolean {
  return !CALL_EVENTS.has(event) && (sent?.verdict ?? verdict) === "deny";
}

export function countSession(
  { session, batches, activities, decisions }: SessionDetail,
  calls: readonly ToolCall[],
): CountedSession {
  const first = batches.find(({ kind }) => kind !== "system");
  const used = activities.filter(({ kind }) => kind === "tool");
  return {
    ...session,
    prompts: batches.filter(({ kind }) => kind !== "system").length,
    ...(first === undefined ? {} : { firstRequest: first.prompt }),
    calls: calls.length,
    activities: used.length,
    failures: used.filter(({ success }) => !success).length,
    decisions: decisions.filter(({ verdict }) => verdict !== "none").length,
    stopped: calls.filter(isStopped).length + decisions.filter(isStoppedEvent).length,
    wouldStop: decisions.filter(({ hooks }) => hooks.some(wouldStop)).length,
  };
}
