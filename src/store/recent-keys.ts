/**
 * The keys of the last 500 occurrences: two deliveries meet however they came, also over a restart. They are those of
 * the last events and are read from there; nothing else is written for them.
 */
import { RESETS } from "../core/events/dedupe.js";
import type { EventRecord } from "../core/records/records.js";
import { lookUp } from "../core/text/json.js";
import type { Driver } from "./driver.js";
import type { EventRows } from "./event-rows.js";

const KEPT = 500;

/** What of a record decides about meeting another. */
export type KeyFacts = Pick<EventRecord, "dedupe" | "dedupeMs" | "at" | "event" | "session">;

interface Key extends KeyFacts {
  readonly n: number;
}

export class RecentKeys {
  readonly #events: EventRows;
  readonly #version;
  readonly #keys = new Map<string, Key>();
  /** One slot for each: a new key takes that of the oldest. */
  readonly #slots: string[] = [];
  #n = 0;
  /** Of the file, as it was when the keys were read; it is another one when another process has written since. */
  #read: unknown;

  constructor(db: Driver, events: EventRows) {
    this.#events = events;
    this.#version = db.prepare("PRAGMA data_version");
  }

  /** After a transaction that was rolled back. */
  forget(): void {
    this.#read = undefined;
  }

  /** At the beginning of a transaction. */
  begin(): void {
    const version = this.#version.get()?.["data_version"];
    if (version === this.#read) return;
    this.#keys.clear();
    for (const facts of this.#events.lastWithKey(KEPT)) this.add(facts);
    this.#read = version;
  }

  /** Whether the occurrence was met before. */
  has({ dedupe, dedupeMs, at }: KeyFacts): boolean {
    const met = dedupe === undefined ? undefined : this.#keys.get(dedupe)?.at;
    // A clock that was set back is no reason to lose an event: only nearness counts, in either direction.
    return met !== undefined && (dedupeMs === undefined || Math.abs(at - met) < dedupeMs);
  }

  /** An event that was stored. */
  add(facts: KeyFacts): void {
    this.#reset(facts);
    const { dedupe, dedupeMs, at, event, session } = facts;
    if (dedupe === undefined) return;
    const n = ++this.#n;
    const oldest = this.#slots[n % KEPT];
    if (oldest !== undefined && this.#keys.get(oldest)?.n === n - KEPT) this.#keys.delete(oldest);
    this.#slots[n % KEPT] = dedupe;
    this.#keys.set(dedupe, { n, dedupe, dedupeMs, at, event, session });
  }

  /** What has begun anew can also end anew. A key that names one call stays: that call does not come again. */
  #reset({ event, session }: KeyFacts): void {
    const ended = session === undefined ? undefined : lookUp(RESETS, event);
    if (ended === undefined) return;
    for (const [dedupe, key] of this.#keys)
      if (key.dedupeMs !== undefined && key.session === session && ended.includes(key.event)) this.#keys.delete(dedupe);
  }
}
