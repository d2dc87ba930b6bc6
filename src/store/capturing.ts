/**
 * Derives rows from events: after they were acknowledged, in order, once each. The watermark is in the same file and
 * moves in the same transaction as the derived rows, so that a kill loses and duplicates nothing. It does not wait for
 * the disk: what a power failure undoes is derived again.
 */
import { type Finding, finding } from "../core/errors.js";
import type { Change, EventRecord } from "../core/records/records.js";
import type { Capture } from "../core/records/store.js";
import type { CapturedRows } from "./captured-rows.js";
import { damageIn, isEngineError } from "./damage.js";
import { type Driver, inUnsyncedTransaction } from "./driver.js";
import type { EventRows } from "./event-rows.js";
import type { SearchIndex } from "./search-index.js";

/** Events per transaction: few enough that other writers do not wait long. */
const GROUP = 64;

export class Capturing {
  readonly #db: Driver;
  readonly #events: EventRows;
  readonly #rows: CapturedRows;
  readonly #index: SearchIndex;
  readonly #capture: Capture;
  readonly #onChange: (change: Change) => void;
  readonly #behind;
  readonly #seen;
  readonly #see;
  #problem: Finding | undefined;

  /** `onChange`: called for each derived row, in the transaction that writes it. */
  constructor(
    db: Driver,
    events: EventRows,
    rows: CapturedRows,
    index: SearchIndex,
    capture: Capture,
    onChange: (change: Change) => void,
  ) {
    this.#onChange = onChange;
    this.#db = db;
    this.#events = events;
    this.#rows = rows;
    this.#index = index;
    this.#capture = capture;
    this.#behind = db.prepare("SELECT (SELECT max(seq) FROM events) - n AS behind FROM counts WHERE name = 'captured'");
    this.#seen = db.prepare("SELECT n FROM counts WHERE name = 'captured'");
    this.#see = db.prepare("UPDATE counts SET n = ? WHERE name = 'captured'");
  }

  /** The last event that could not be processed. */
  get problem(): Finding | undefined {
    return this.#problem;
  }

  /** After a rollback: unwritten rows of it must not be written later. */
  forget(): void {
    this.#rows.begin();
  }

  /** Number of pending events, or slightly more. */
  behind(): number {
    return Math.max(0, Number(this.#behind.get()?.["behind"] ?? 0));
  }

  /** Processes the next events in their own transaction. False if there were none. */
  next(): boolean {
    if (this.behind() === 0) return false;
    try {
      return inUnsyncedTransaction(this.#db, () => this.#look(GROUP));
    } catch (error) {
      this.forget();
      if (!this.#isOfOneEvent(error)) throw error;
      return this.#nextAlone();
    }
  }

  /**
   * A second delivery may contain more: the transcript or the answer. It is not stored, so it is processed now, in the
   * transaction of its import.
   */
  late(record: EventRecord): void {
    const path = record.payload["transcript_path"];
    if (record.session === undefined || (record.event !== "Stop" && typeof path !== "string")) return;
    while (this.#look(GROUP));
    this.#rows.begin();
    const session = this.#rows.session(record.session);
    if (session !== undefined && typeof path === "string" && path !== session.transcriptPath)
      this.#rows.put({ put: "session", row: { ...session, transcriptPath: path } });
    if (record.event === "Stop") this.#apply(record, true);
    this.#rows.flush();
  }

  #look(most: number): boolean {
    const group = this.#events.following(Number(this.#seen.get()?.["n"]), most);
    const last = group.at(-1);
    if (last === undefined) return false;
    this.#rows.begin();
    for (const { record } of group) this.#apply(record, false);
    this.#rows.flush();
    this.#see.run([last.seq]);
    return true;
  }

  /** An event whose rows cannot be written must not block the others: it is skipped. */
  #nextAlone(): boolean {
    try {
      return inUnsyncedTransaction(this.#db, () => this.#look(1));
    } catch (error) {
      this.forget();
      if (!this.#isOfOneEvent(error)) throw error;
      return inUnsyncedTransaction(this.#db, () => {
        const [next] = this.#events.following(Number(this.#seen.get()?.["n"]), 1);
        if (next === undefined) return false;
        this.#note(next.record, error);
        this.#see.run([next.seq]);
        return true;
      });
    }
  }

  /** Unlike errors of the disk, the file or the search index, which can be repaired. */
  #isOfOneEvent(error: unknown): boolean {
    return !isEngineError(error) || (damageIn(error) === "perhaps index" && !this.#index.isBroken());
  }

  #apply(record: EventRecord, duplicate: boolean): void {
    for (const change of this.#changes(record, duplicate)) {
      this.#rows.put(change);
      this.#onChange(change);
    }
  }

  /** The event is kept even if it cannot be processed. */
  #changes(record: EventRecord, duplicate: boolean): readonly Change[] {
    try {
      const needs = this.#capture.needs(record, duplicate);
      return needs === undefined ? [] : this.#capture.changes(record, this.#rows.load(needs), duplicate);
    } catch (error) {
      if (isEngineError(error)) throw error;
      this.#note(record, error);
      return [];
    }
  }

  #note({ id }: EventRecord, error: unknown): void {
    const why = error instanceof Error ? error.message : String(error);
    this.#problem = finding("INTERNAL", `the event ${id} could not be processed: ${why}`);
  }
}
