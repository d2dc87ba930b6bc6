/** Complete inputs of tool calls, beside their events and for a shorter time. A trigger removes them with the event. */
import { EVIDENCE_BYTES } from "../core/records/evidence.js";
import type { Evidence } from "../core/records/records.js";
import type { Driver } from "./driver.js";
import { jsonText } from "./json-text.js";

/** Removed per call, so that appends do not wait long. */
const PER_TURN = 2_000;

export class EvidenceRows {
  readonly #add;
  readonly #get;
  readonly #remove;

  constructor(db: Driver) {
    this.#add = db.prepare("INSERT INTO evidence (seq, at, body) VALUES (?, ?, ?)");
    this.#get = db.prepare("SELECT body FROM evidence WHERE seq = (SELECT seq FROM events WHERE id = ?)");
    this.#remove = db.prepare(
      `DELETE FROM evidence WHERE seq IN (SELECT seq FROM evidence WHERE at < ? ORDER BY at LIMIT ${PER_TURN})`,
    );
  }

  /** `seq` is that of its event. */
  add(seq: number, at: number, evidence: Evidence): void {
    const body = jsonText(evidence);
    if (Buffer.byteLength(body) <= EVIDENCE_BYTES) this.#add.run([seq, at, body]);
  }

  get(id: string): Evidence | undefined {
    const body = this.#get.get([id])?.["body"];
    return typeof body === "string" ? (JSON.parse(body) as Evidence) : undefined;
  }

  removeOlderThan(time: number): number {
    return this.#remove.run([time]);
  }
}
