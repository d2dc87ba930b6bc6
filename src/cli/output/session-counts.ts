/** How much happened in a session, ended or not. */
import type { HookRunRecord, SessionRow } from "../../core/records/records.js";
import type { SessionDetail } from "../../core/records/store.js";

export interface CountedSession extends SessionRow {
  readonly prompts: number;
  readonly firstRequest?: string;
  /** Tools that were used. */
  readonly activities: number;
  readonly failures: number;
  /** Events that hooks had an opinion on. */
  readonly decisions: number;
  /** Events of which the agent was sent a denial. */
  readonly stopped: number;
  /** Events that hooks which only observe would have denied or asked about. */
  readonly wouldStop: number;
}

export function wouldStop({ would }: HookRunRecord): boolean {
  return would?.verdict === "deny" || would?.verdict === "ask";
}

export function countSession({ session, batches, activities, decisions }: SessionDetail): CountedSession {
  const first = batches.find(({ kind }) => kind !== "system");
  const used = activities.filter(({ kind }) => kind === "tool");
  return {
    ...session,
    prompts: batches.filter(({ kind }) => kind !== "system").length,
    ...(first === undefined ? {} : { firstRequest: first.prompt }),
    activities: used.length,
    failures: used.filter(({ success }) => !success).length,
    decisions: decisions.filter(({ verdict }) => verdict !== "none").length,
    stopped: decisions.filter(({ verdict, sent }) => (sent?.verdict ?? verdict) === "deny").length,
    wouldStop: decisions.filter(({ hooks }) => hooks.some(wouldStop)).length,
  };
}
