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

  take(records: readonly EventRecord[]): Receipt[] {
    let last = this.#events.lastNumber();
    const receipts = records.map((record): Receipt => {
      const outcome = this.#outcome(record);
      if (outcome === "stored") {
        this.#events.insert(++last, record);
        this.#keys.reset(record);
        this.#apply(this.#changes(record, false));
      }
      if (outcome === "duplicate") this.#late(record);
      return { id: record.id, outcome };
    });
    this.#events.counted(receipts.filter(({ outcome }) => outcome === "stored").length);
    return receipts;
  }

  #outcome(record: EventRecord): Receipt["outcome"] {
    if (record.session !== undefined && this.#isPrivate.get([record.session]) !== undefined) return "private";
    if (this.#events.isKnown(record.id)) return "known";
    return this.#keys.meet(record) ? "duplicate" : "stored";
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
