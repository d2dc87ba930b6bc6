/** The rows of one session after this event: loaded rows and pending changes. */
import type { ActivityRow, BatchRow, Change, SessionRow } from "../core/records/records.js";
import type { CaptureRows } from "../core/records/store.js";

export class Rows {
  readonly siblings: readonly SessionRow[];
  readonly #batches: Map<string, BatchRow>;
  readonly #activities: Map<string, ActivityRow>;
  readonly #changed = { batches: new Set<string>(), activities: new Set<string>() };
  readonly #loaded: SessionRow | undefined;
  #session: SessionRow | undefined;

  constructor({ session, batches, activities, siblings }: CaptureRows) {
    this.#loaded = session;
    this.#session = session;
    this.#batches = new Map(batches.map((row) => [row.id, row]));
    this.#activities = new Map(activities.map((row) => [row.id, row]));
    this.siblings = siblings;
  }

  get session(): SessionRow | undefined {
    return this.#session;
  }

  /** The newest active one. */
  get openBatch(): BatchRow | undefined {
    return this.batches.findLast(({ status }) => status === "active");
  }

  get lastBatch(): BatchRow | undefined {
    return this.batches.at(-1);
  }

  /** Loaded or created, by number. */
  get batches(): BatchRow[] {
    return [...this.#batches.values()].sort((one, other) => one.number - other.number);
  }

  get activities(): ActivityRow[] {
    return [...this.#activities.values()];
  }

  batch(number: number): BatchRow | undefined {
    return this.batches.find((batch) => batch.number === number);
  }

  planBatch(planFile: string): BatchRow | undefined {
    return this.batches.findLast((batch) => batch.planFile === planFile);
  }

  putSession(row: SessionRow): SessionRow {
    this.#session = row;
    return row;
  }

  putBatch(row: BatchRow): BatchRow {
    this.#batches.set(row.id, row);
    this.#changed.batches.add(row.id);
    return row;
  }

  putActivity(row: ActivityRow): void {
    this.#activities.set(row.id, row);
    this.#changed.activities.add(row.id);
  }

  /** Each row once, in its last state. */
  changes(): Change[] {
    const session = this.#session;
    return [
      ...(session === undefined || session === this.#loaded ? [] : [{ put: "session", row: session } as const]),
      ...[...this.#changed.batches].map((id) => ({ put: "batch", row: this.#batches.get(id)! }) as const),
      ...[...this.#changed.activities].map((id) => ({ put: "activity", row: this.#activities.get(id)! }) as const),
    ];
  }
}

/** Deterministic: the same events give the same rows on every machine. */
export function batchId(session: string, number: number): string {
  return `${session}:${number}`;
}
