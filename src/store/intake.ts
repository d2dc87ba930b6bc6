/** Stores a record or recognises it as a duplicate. Runs inside a transaction. */
import type { EventRecord } from "../core/records/records.js";
import type { Receipt } from "../core/records/store.js";
import type { Capturing } from "./capturing.js";
import type { Driver } from "./driver.js";
import type { EventRows } from "./event-rows.js";
import type { EvidenceRows } from "./evidence-rows.js";
import { RecentKeys } from "./recent-keys.js";

export class Intake {
  readonly #events: EventRows;
  readonly #evidence: EvidenceRows;
  readonly #keys: RecentKeys;
  readonly #capturing: Capturing;
  readonly #isPrivate;
  #last = 0;

  constructor(db: Driver, events: EventRows, evidence: EvidenceRows, capturing: Capturing) {
    this.#events = events;
    this.#evidence = evidence;
    this.#keys = new RecentKeys(db, events);
    this.#capturing = capturing;
    this.#isPrivate = db.prepare("SELECT 1 FROM private_sessions WHERE id = ?");
  }

  /** After a rollback: forgets keys that were not stored. */
  forget(): void {
    this.#keys.forget();
  }

  take(records: readonly EventRecord[]): Receipt[] {
    this.#keys.begin();
    this.#last = this.#events.lastNumber();
    const open = new Map<string | undefined, boolean>([[undefined, true]]);
    const receipts = records.map((record): Receipt => {
      const { id, session } = record;
      if (!open.has(session)) open.set(session, this.#isPrivate.get([session]) === undefined);
      return { id, outcome: open.get(session) ? this.#takeOne(record) : "private" };
    });
    this.#events.counted(receipts.filter(({ outcome }) => outcome === "stored").length);
    return receipts;
  }

  #takeOne(record: EventRecord): Receipt["outcome"] {
    if (this.#keys.has(record)) {
      if (this.#events.isKnown(record.id)) return "known";
      this.#capturing.late(record);
      return "duplicate";
    }
    if (!this.#events.insert(this.#last + 1, record)) return "known";
    this.#last++;
    if (record.evidence !== undefined) this.#evidence.add(this.#last, record.at, record.evidence);
    this.#keys.add(record);
    return "stored";
  }
}
