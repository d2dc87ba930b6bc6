/** How much happened in a session, ended or not. */
import type { SessionRow } from "../../core/records/records.js";
import type { SessionDetail } from "../../core/records/store.js";

export interface CountedSession extends SessionRow {
  readonly prompts: number;
  readonly activities: number;
  readonly failures: number;
  /** Events that hooks had an opinion on. */
  readonly decisions: number;
}

export function countSession({ session, batches, activities, decisions }: SessionDetail): CountedSession {
  return {
    ...session,
    prompts: batches.filter(({ kind }) => kind !== "system").length,
    activities: activities.length,
    failures: activities.filter(({ success }) => !success).length,
    decisions: decisions.filter(({ verdict }) => verdict !== "none").length,
  };
}
