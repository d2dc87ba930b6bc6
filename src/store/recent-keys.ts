/**
 * The keys of the last 500 occurrences: two deliveries match on any transport, also across a restart. They are read
 * from the last events; nothing else is stored for them.
 */
import { RESETS } from "../core/events/dedupe.js";
import type { EventRecord } from "../core/records/records.js";
import { lookUp } from "../core/text/json.js";
import type { Driver } from "./driver.js";
import type { EventRows } from "./event-rows.js";

const KEPT = 500;

/** Fields of a record that decide whether it matches another. */
export type KeyFacts = Pick<EventRecord, "dedupe" | "dedupeMs" | "at" | "event" | "session">;

interface Key extends KeyFacts {
  readonly n: number;
}

export class RecentKeys {
  readonly #events: EventRows;
  readonly #version;
  readonly #keys = new Map<string, Key>();
  /** A ring buffer: a new key replaces the oldest. */
  readonly #slots: string[] = [];
  #n = 0;
  /** Data version of the file when the keys were read; it changes when another process writes. */
  #read: unknown;

  constructor(db: Driver, events: EventRows) {
    this.#events = events;
    this.#version = db.prepare("PRAGMA data_version");
  }

  /** After a rollback. */
  forget(): void {
    this.#read = undefined;
  }

  /** At the start of a transaction. */
  begin(): void {
    const version = this.#version.get()?.["data_version"];
    if (version === this.#read) return;
    this.#keys.clear();
    for (const facts of this.#events.lastWithKey(KEPT)) this.add(facts);
    this.#read = version;
  }

  /** True if the occurrence was seen before. */
  has({ dedupe, dedupeMs, at }: KeyFacts): boolean {
    const met = dedupe === undefined ? undefined : this.#keys.get(dedupe)?.at;
    // A clock set back must not lose an event: only the distance counts, in either direction.
    return met !== undefined && (dedupeMs === undefined || Math.abs(at - met) < dedupeMs);
  }

  /** A stored event. */
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

  /** What starts again can also end again. A key of one call stays: that call does not occur again. */
  #reset({ event, session }: KeyFacts): void {
    const ended = session === undefined ? undefined : lookUp(RESETS, event);
    if (ended === undefined) return;
    for (const [dedupe, key] of this.#keys)
      if (key.dedupeMs !== undefined && key.session === session && ended.includes(key.event)) this.#keys.delete(dedupe);
  }
}
