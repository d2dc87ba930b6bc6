/** What becomes of a record when it is taken in. Runs inside a transaction. */
import { type Finding, finding } from "../core/errors.js";
import type { Change, EventRecord } from "../core/records.js";
import type { Capture, Receipt } from "../core/store.js";
import type { CapturedRows } from "./captured-rows.js";
import { isEngineError } from "./damage.js";
import type { Driver } from "./driver.js";
import type { EventRows } from "./event-rows.js";
import { RecentKeys } from "./recent-keys.js";

export class Intake {
  readonly #events: EventRows;
  readonly #rows: CapturedRows;
  readonly #keys: RecentKeys;
  readonly #capture: Capture;
  readonly #isPrivate;
  #problem: Finding | undefined;
  #last = 0;

  constructor(db: Driver, events: EventRows, rows: CapturedRows, capture: Capture) {
    this.#events = events;
    this.#rows = rows;
    this.#keys = new RecentKeys(db);
    this.#capture = capture;
    this.#isPrivate = db.prepare("SELECT 1 FROM private_sessions WHERE id = ?");
  }

  get problem(): Finding | undefined {
    return this.#problem;
  }

  /** After a transaction that was rolled back: what was not written with it must not be written later. */
  forget(): void {
    this.#rows.begin();
    this.#keys.forget();
  }

  take(records: readonly EventRecord[]): Receipt[] {
    this.#keys.begin();
    this.#rows.begin();
    this.#last = this.#events.lastNumber();
    const open = new Map<string | undefined, boolean>([[undefined, true]]);
    const receipts = records.map((record): Receipt => {
      const { id, session } = record;
      if (!open.has(session)) open.set(session, this.#isPrivate.get([session]) === undefined);
      return { id, outcome: open.get(session) ? this.#takeOne(record) : "private" };
    });
    this.#rows.flush();
    this.#keys.flush();
    this.#events.counted(receipts.filter(({ outcome }) => outcome === "stored").length);
    return receipts;
  }

  #takeOne(record: EventRecord): Receipt["outcome"] {
    if (this.#keys.meet(record)) {
      if (this.#events.isKnown(record.id)) return "known";
      this.#late(record);
      return "duplicate";
    }
    if (!this.#events.insert(this.#last + 1, record)) return "known";
    this.#last++;
    this.#keys.reset(record);
    this.#apply(this.#changes(record, false));
    return "stored";
  }

  /** A second delivery may know what the first did not: where the transcript is, or what was answered. */
  #late(record: EventRecord): void {
    const path = record.payload["transcript_path"];
    const session = record.session === undefined ? undefined : this.#rows.session(record.session);
    if (session !== undefined && typeof path === "string" && path !== session.transcriptPath)
      this.#apply([{ put: "session", row: { ...session, transcriptPath: path } }]);
    if (record.event === "Stop") this.#apply(this.#changes(record, true));
  }

  /** The event is what counts: it is kept even if nothing can be made of it. */
  #changes(record: EventRecord, duplicate: boolean): readonly Change[] {
    try {
      return this.#capture(record, this.#rows, duplicate);
    } catch (error) {
      if (isEngineError(error)) throw error;
      const why = error instanceof Error ? error.message : String(error);
      this.#problem = finding("INTERNAL", `nothing could be made of the event ${record.id}: ${why}`);
      return [];
    }
  }

  #apply(changes: readonly Change[]): void {
    for (const change of changes) this.#rows.put(change);
  }
}
