/** Sessions, batches and activities in memory: what capture makes of events, without a database. */
import { capture, recover } from "../../src/capture/index.js";
import type { ActivityRow, BatchRow, Change, EventRecord, SessionRow } from "../../src/core/records/records.js";
import type { CaptureView } from "../../src/core/records/store.js";
import type { JsonObject } from "../../src/core/text/json.js";

/** When the tests' events begin. */
export const START = 1_800_000_000_000;

let made = 0;

/** An event of Claude Code in session s1, as the runtime records it. */
export function eventRecord(event: string, payload: JsonObject = {}, facts: Partial<EventRecord> = {}): EventRecord {
  return {
    id: `record-${++made}`,
    at: START,
    way: "daemon",
    agent: "claude-code",
    event,
    session: "s1",
    project: "/home/user/project",
    presence: "interactive",
    ms: 1,
    verdict: "none",
    hooks: [],
    notes: [],
    payload,
    ...facts,
  };
}

export class CaptureRows implements CaptureView {
  readonly #sessions = new Map<string, SessionRow>();
  readonly #batches = new Map<string, BatchRow>();
  readonly #activities = new Map<string, ActivityRow>();

  /** Takes in one event, so many seconds after the start. */
  take(second: number, event: string, payload: JsonObject = {}, facts: Partial<EventRecord> = {}): readonly Change[] {
    return this.#apply(capture(eventRecord(event, payload, { at: START + second * 1000, ...facts }), this, false));
  }

  /** A second delivery of an event. */
  takeAgain(second: number, event: string, payload: JsonObject = {}, facts: Partial<EventRecord> = {}) {
    return this.#apply(capture(eventRecord(event, payload, { at: START + second * 1000, ...facts }), this, true));
  }

  recover(second: number): readonly Change[] {
    return this.#apply(recover(START + second * 1000, this));
  }

  put(change: Change): void {
    if (change.put === "session") this.#sessions.set(change.row.id, change.row);
    else if (change.put === "batch") this.#batches.set(change.row.id, change.row);
    else this.#activities.set(change.row.id, change.row);
  }

  get sessions(): SessionRow[] {
    return [...this.#sessions.values()];
  }

  batchesOf(session = "s1"): BatchRow[] {
    return [...this.#batches.values()].filter((batch) => batch.session === session).sort((a, b) => a.number - b.number);
  }

  session(id = "s1"): SessionRow | undefined {
    return this.#sessions.get(id);
  }

  openBatch(session: string): BatchRow | undefined {
    return this.batchesOf(session).findLast(({ status }) => status === "active");
  }

  lastBatch(session: string): BatchRow | undefined {
    return this.batchesOf(session).at(-1);
  }

  batch(id: string): BatchRow | undefined {
    return this.#batches.get(id);
  }

  sessionsIn(agent: string, project: string, limit: number): SessionRow[] {
    return this.sessions
      .filter((session) => session.agent === agent && session.project === project)
      .sort((a, b) => b.lastAt - a.lastAt)
      .slice(0, limit);
  }

  planBatch(session: string, planFile: string): BatchRow | undefined {
    return this.batchesOf(session).find((batch) => batch.planFile === planFile);
  }

  activities(session = "s1"): ActivityRow[] {
    return [...this.#activities.values()].filter((activity) => activity.session === session);
  }

  staleBatches(before: number): BatchRow[] {
    return [...this.#batches.values()].filter(({ status, lastAt }) => status === "active" && lastAt < before);
  }

  staleSessions(before: number): SessionRow[] {
    return this.sessions.filter(({ status, lastAt }) => status === "active" && lastAt < before);
  }

  orphans(): ActivityRow[] {
    return [...this.#activities.values()].filter(({ batch }) => batch === undefined).reverse();
  }

  #apply(changes: readonly Change[]): readonly Change[] {
    for (const change of changes) this.put(change);
    return changes;
  }
}
