/** The rows as they will be after this event: what was changed so far lies over what the store holds. */
import type { ActivityRow, BatchRow, Change, SessionRow } from "../core/records/records.js";
import type { CaptureView } from "../core/records/store.js";

export class Rows {
  readonly #view: CaptureView;
  readonly #sessions = new Map<string, SessionRow>();
  readonly #batches = new Map<string, BatchRow>();
  readonly #activities = new Map<string, ActivityRow>();

  constructor(view: CaptureView) {
    this.#view = view;
  }

  session(id: string): SessionRow | undefined {
    return this.#sessions.get(id) ?? this.#view.session(id);
  }

  batch(id: string): BatchRow | undefined {
    return this.#batches.get(id) ?? this.#view.batch(id);
  }

  openBatch(session: string): BatchRow | undefined {
    return this.#newest(session, this.#view.openBatch(session), ({ status }) => status === "active");
  }

  lastBatch(session: string): BatchRow | undefined {
    return this.#newest(session, this.#view.lastBatch(session), () => true);
  }

  planBatch(session: string, planFile: string): BatchRow | undefined {
    return this.#newest(session, this.#view.planBatch(session, planFile), (batch) => batch.planFile === planFile);
  }

  /** All of a session, oldest first. */
  batches(session: string): BatchRow[] {
    const last = this.lastBatch(session)?.number ?? 0;
    const found: BatchRow[] = [];
    for (let number = 1; number <= last; number++) {
      const batch = this.batch(batchId(session, number));
      if (batch !== undefined) found.push(batch); // the oldest may have been removed
    }
    return found;
  }

  activities(session: string): ActivityRow[] {
    const changed = [...this.#activities.values()].filter((activity) => activity.session === session);
    return [...this.#view.activities(session).filter(({ id }) => !this.#activities.has(id)), ...changed];
  }

  putSession(row: SessionRow): SessionRow {
    this.#sessions.set(row.id, row);
    return row;
  }

  putBatch(row: BatchRow): BatchRow {
    this.#batches.set(row.id, row);
    return row;
  }

  putActivity(row: ActivityRow): void {
    this.#activities.set(row.id, row);
  }

  /** Each row once, as it was put last. */
  changes(): Change[] {
    return [
      ...[...this.#sessions.values()].map((row) => ({ put: "session", row }) as const),
      ...[...this.#batches.values()].map((row) => ({ put: "batch", row }) as const),
      ...[...this.#activities.values()].map((row) => ({ put: "activity", row }) as const),
    ];
  }

  #newest(session: string, stored: BatchRow | undefined, fits: (batch: BatchRow) => boolean): BatchRow | undefined {
    const known = stored !== undefined && !this.#batches.has(stored.id) ? [stored] : [];
    return [...known, ...this.#batches.values()]
      .filter((batch) => batch.session === session && fits(batch))
      .reduce<BatchRow | undefined>((best, batch) => (best && best.number > batch.number ? best : batch), undefined);
  }
}

/** The same events make the same rows, on every machine. */
export function batchId(session: string, number: number): string {
  return `${session}:${number}`;
}
