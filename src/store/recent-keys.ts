/**
 * The keys of the last 500 occurrences, in the same file and the same transaction as the events: two deliveries meet
 * however they came, also over a restart.
 */
import { RESETS } from "../core/dedupe.js";
import { lookUp } from "../core/json.js";
import type { EventRecord } from "../core/records.js";
import type { Driver } from "./driver.js";

const KEPT = 500;

export class RecentKeys {
  readonly #find;
  readonly #put;
  readonly #evict;
  readonly #last;
  readonly #forget;

  constructor(db: Driver) {
    this.#find = db.prepare("SELECT at FROM keys WHERE key = ?");
    this.#put = db.prepare("INSERT OR REPLACE INTO keys (n, key, at, event, session, near) VALUES (?, ?, ?, ?, ?, ?)");
    this.#evict = db.prepare("DELETE FROM keys WHERE n <= ?");
    this.#last = db.prepare("SELECT max(n) AS n FROM keys");
    this.#forget = db.prepare("DELETE FROM keys WHERE session = ? AND event = ? AND near = 1");
  }

  /** True when the occurrence was met before; from now on it was. */
  meet({ dedupe, dedupeMs, at, event, session }: EventRecord): boolean {
    if (dedupe === undefined) return false;
    const met = this.#find.get([dedupe])?.["at"];
    // A clock that was set back is no reason to lose an event: only nearness counts, in either direction.
    if (met !== undefined && (dedupeMs === undefined || Math.abs(at - Number(met)) < dedupeMs)) return true;
    const n = Number(this.#last.get()?.["n"] ?? 0) + 1;
    this.#put.run([n, dedupe, at, event, session, dedupeMs !== undefined]);
    this.#evict.run([n - KEPT]);
    return false;
  }

  /** What has begun anew can also end anew. A key that names one call stays: that call does not come again. */
  reset({ event, session }: EventRecord): void {
    if (session === undefined) return;
    for (const ended of lookUp(RESETS, event) ?? []) this.#forget.run([session, ended]);
  }
}
