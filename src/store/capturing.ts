/**
 * What is made of events: behind their receipts, in their order, once of each. How far it got is kept in the same file
 * and moves in the same transaction as the rows it made, so that a kill in between leaves nothing out and nothing double.
 * Nobody has to wait for the disk: what a loss of power undoes is made again.
 */
import { type Finding, finding } from "../core/errors.js";
import type { Change, EventRecord } from "../core/records/records.js";
import type { Capture } from "../core/records/store.js";
import type { CapturedRows } from "./captured-rows.js";
import { damageIn, isEngineError } from "./damage.js";
import { type Driver, inUnsyncedTransaction } from "./driver.js";
import type { EventRows } from "./event-rows.js";
import type { SearchIndex } from "./search-index.js";

/** Looked at in one transaction: few enough that nobody waits long for a turn. */
const GROUP = 64;

export class Capturing {
  readonly #db: Driver;
  readonly #events: EventRows;
  readonly #rows: CapturedRows;
  readonly #index: SearchIndex;
  readonly #capture: Capture;
  readonly #behind;
  readonly #seen;
  readonly #see;
  #problem: Finding | undefined;

  constructor(db: Driver, events: EventRows, rows: CapturedRows, index: SearchIndex, capture: Capture) {
    this.#db = db;
    this.#events = events;
    this.#rows = rows;
    this.#index = index;
    this.#capture = capture;
    this.#behind = db.prepare("SELECT (SELECT max(seq) FROM events) - n AS behind FROM counts WHERE name = 'captured'");
    this.#seen = db.prepare("SELECT n FROM counts WHERE name = 'captured'");
    this.#see = db.prepare("UPDATE counts SET n = ? WHERE name = 'captured'");
  }

  /** The last thing that nothing could be made of. */
  get problem(): Finding | undefined {
    return this.#problem;
  }

  /** After a transaction that was rolled back: what was not written with it must not be written later. */
  forget(): void {
    this.#rows.begin();
  }

  /** How many events it has not looked at, or somewhat more. */
  behind(): number {
    return Math.max(0, Number(this.#behind.get()?.["behind"] ?? 0));
  }

  /** Looks at the next events, in a transaction of its own. False when there were none. */
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
   * A second delivery may know what the first did not: where the transcript is, or what was answered. It is not stored,
   * so its turn is now, within the transaction of whoever takes it in.
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

  /** One whose rows cannot be written must not hold up the others: it is passed over. */
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

  /** As opposed to the disk, the file, or the search index, which can be mended. */
  #isOfOneEvent(error: unknown): boolean {
    return !isEngineError(error) || (damageIn(error) === "perhaps index" && !this.#index.isBroken());
  }

  #apply(record: EventRecord, duplicate: boolean): void {
    for (const change of this.#changes(record, duplicate)) this.#rows.put(change);
  }

  /** The event is what counts: it is kept even if nothing can be made of it. */
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
    this.#problem = finding("INTERNAL", `nothing could be made of the event ${id}: ${why}`);
  }
}
