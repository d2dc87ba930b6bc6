/** Sessions, batches and activities in memory: what capture makes of events, without a database. */
import { capture, recover } from "../../src/capture/index.js";
import type { ActivityRow, BatchRow, Change, EventRecord, SessionRow } from "../../src/core/records/records.js";
import type { CaptureNeeds, CaptureRows as LoadedRows } from "../../src/core/records/store.js";
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

export class CaptureRows {
  readonly #sessions = new Map<string, SessionRow>();
  readonly #batches = new Map<string, BatchRow>();
  readonly #activities = new Map<string, ActivityRow>();

  /** Takes in one event, so many seconds after the start. */
  take(second: number, event: string, payload: JsonObject = {}, facts: Partial<EventRecord> = {}): readonly Change[] {
    return this.#capture(eventRecord(event, payload, { at: START + second * 1000, ...facts }), false);
  }

  /** A second delivery of an event. */
  takeAgain(second: number, event: string, payload: JsonObject = {}, facts: Partial<EventRecord> = {}) {
    return this.#capture(eventRecord(event, payload, { at: START + second * 1000, ...facts }), true);
  }

  recover(second: number): readonly Change[] {
    const now = START + second * 1000;
    const { sessionsBefore, batchesBefore, orphansBefore } = recover.needs(now);
    const old = (before: number) => (row: SessionRow | BatchRow) => row.status === "active" && row.lastAt < before;
    const ids = new Set([
      ...this.sessions.filter(old(sessionsBefore)).map(({ id }) => id),
      ...[...this.#batches.values()].filter(old(batchesBefore)).map(({ session }) => session),
      ...[...this.#activities.values()]
        .filter(({ batch, at }) => batch === undefined && at < orphansBefore)
        .map(({ session }) => session),
    ]);
    return [...ids].flatMap((session) =>
      this.#apply(recover.changes(now, this.load({ session, batches: "all", activities: true }))),
    );
  }

  /** No more than what was asked for, so that a missing need shows. */
  load({ session, batches, activities, siblings }: CaptureNeeds): LoadedRows {
    const all = this.batchesOf(session);
    const open = this.openBatch(session);
    const current = [open, all.at(-1)].filter((batch) => batch !== undefined);
    const before = (open ?? all.at(-1))?.number ?? 0;
    const wanted: Record<CaptureNeeds["batches"], (batch: BatchRow) => boolean> = {
      all: () => true,
      current: (batch) => current.includes(batch),
      previous: (batch) => current.includes(batch) || batch.number === before - 1,
      plans: (batch) => current.includes(batch) || batch.planFile !== undefined,
    };
    return {
      session: this.session(session),
      batches: all.filter(wanted[batches]),
      activities: activities ? this.activities(session) : [],
      siblings: this.sessions
        .filter(({ agent, project }) => agent === siblings?.agent && project === siblings.project)
        .sort((a, b) => b.lastAt - a.lastAt)
        .slice(0, siblings?.limit),
    };
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

  activities(session = "s1"): ActivityRow[] {
    return [...this.#activities.values()].filter((activity) => activity.session === session);
  }

  #capture(record: EventRecord, duplicate: boolean): readonly Change[] {
    const needs = capture.needs(record, duplicate);
    return needs === undefined ? [] : this.#apply(capture.changes(record, this.load(needs), duplicate));
  }

  #apply(changes: readonly Change[]): readonly Change[] {
    for (const change of changes) this.put(change);
    return changes;
  }
}
