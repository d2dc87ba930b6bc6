/**
 * The keys of the last 500 occurrences, in the same file and the same transaction as the events: two deliveries meet
 * however they came, also over a restart.
 */
import { RESETS } from "../core/dedupe.js";
import { lookUp } from "../core/json.js";
import type { EventRecord } from "../core/records.js";
import type { Driver } from "./driver.js";
import { jsonText } from "./json-text.js";

const KEPT = 500;

interface Key {
  readonly n: number;
  readonly key: string;
  readonly at: number;
  readonly event: string;
  readonly session: string | null;
  readonly near: number;
}

export class RecentKeys {
  readonly #all;
  readonly #last;
  readonly #put;
  readonly #remove;
  /** In the order of their coming. */
  readonly #keys = new Map<string, Key>();
  readonly #added = new Map<string, Key>();
  #n = -1;

  constructor(db: Driver) {
    this.#all = db.prepare("SELECT n, key, at, event, session, near FROM keys ORDER BY n");
    this.#last = db.prepare("SELECT max(n) AS n FROM keys");
    // One statement for all of a group. There is one slot for each: a new key takes that of the oldest.
    this.#put = db.prepare(
      `INSERT OR REPLACE INTO keys (slot, n, key, at, event, session, near)
       SELECT value ->> 'n' % ${KEPT}, value ->> 'n', value ->> 'key', value ->> 'at', value ->> 'event',
         value ->> 'session', value ->> 'near' FROM json_each(?)`,
    );
    this.#remove = db.prepare("DELETE FROM keys WHERE key = ?");
  }

  /** After a transaction that was rolled back. */
  forget(): void {
    this.#n = -1;
  }

  /** At the beginning of a transaction: another process may have been at it. */
  begin(): void {
    const last = Number(this.#last.get()?.["n"] ?? 0);
    if (last === this.#n) return;
    this.#added.clear();
    this.#keys.clear();
    for (const row of this.#all.all()) this.#keys.set(String(row["key"]), row as unknown as Key);
    this.#n = last;
  }

  /** At its end. */
  flush(): void {
    if (this.#added.size > 0) this.#put.run([jsonText([...this.#added.values()])]);
    this.#added.clear();
  }

  /** True when the occurrence was met before; from now on it was. */
  meet({ dedupe, dedupeMs, at, event, session }: EventRecord): boolean {
    if (dedupe === undefined) return false;
    const met = this.#keys.get(dedupe)?.at;
    // A clock that was set back is no reason to lose an event: only nearness counts, in either direction.
    if (met !== undefined && (dedupeMs === undefined || Math.abs(at - met) < dedupeMs)) return true;
    this.#forget(dedupe);
    const key = {
      n: ++this.#n,
      key: dedupe,
      at,
      event,
      session: session ?? null,
      near: dedupeMs === undefined ? 0 : 1,
    };
    this.#keys.set(dedupe, key);
    this.#added.set(dedupe, key);
    for (const [oldest, { n }] of this.#keys) {
      if (n > this.#n - KEPT) break;
      this.#keys.delete(oldest);
      this.#added.delete(oldest);
    }
    return false;
  }

  /** What has begun anew can also end anew. A key that names one call stays: that call does not come again. */
  reset({ event, session }: EventRecord): void {
    const ended = session === undefined ? undefined : lookUp(RESETS, event);
    if (ended === undefined) return;
    for (const key of this.#keys.values())
      if (key.near === 1 && key.session === session && ended.includes(key.event)) {
        this.#forget(key.key);
        this.#remove.run([key.key]);
      }
  }

  #forget(key: string): void {
    this.#keys.delete(key);
    this.#added.delete(key);
  }
}
