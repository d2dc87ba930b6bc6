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
export type KeyFacts = Pick<
  EventRecord,
  "dedupe" | "dedupeMs" | "at" | "event" | "session" | "way" | "origin" | "native" | "verdict"
>;

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

  /** True if the record is another delivery of an occurrence that is stored, and decides nothing new. */
  has(record: KeyFacts): boolean {
    const { dedupe, dedupeMs, at, verdict } = record;
    const met = dedupe === undefined ? undefined : this.#keys.get(dedupe);
    if (met === undefined) return false;
    // A clock set back must not lose an event: only the distance counts, in either direction.
    if (dedupeMs !== undefined && Math.abs(at - met.at) >= dedupeMs) return false;
    if (!isSameEntry(met, record)) return verdict === "none" || verdict === met.verdict;
    // An agent calls one entry once per call: an id that comes again there was reused, or the call was made again.
    return verdict === "none" && !(isHookCall(record) && dedupeMs === undefined);
  }

  /** A stored event. */
  add(facts: KeyFacts): void {
    this.#reset(facts);
    const { dedupe } = facts;
    if (dedupe === undefined) return;
    const n = ++this.#n;
    const oldest = this.#slots[n % KEPT];
    if (oldest !== undefined && this.#keys.get(oldest)?.n === n - KEPT) this.#keys.delete(oldest);
    this.#slots[n % KEPT] = dedupe;
    this.#keys.set(dedupe, { n, ...keyFacts(facts) });
  }

  /** What starts again can also end again. A key of one call stays: that call does not occur again. */
  #reset({ event, session }: KeyFacts): void {
    const ended = session === undefined ? undefined : lookUp(RESETS, event);
    if (ended === undefined) return;
    for (const [dedupe, key] of this.#keys)
      if (key.dedupeMs !== undefined && key.session === session && ended.includes(key.event)) this.#keys.delete(dedupe);
  }
}

/** A record is much larger. */
function keyFacts({ dedupe, dedupeMs, at, event, session, way, origin, native, verdict }: KeyFacts): KeyFacts {
  return { dedupe, dedupeMs, at, event, session, way, origin, native, verdict };
}

function isHookCall({ way }: KeyFacts): boolean {
  return way === "daemon" || way === "alone";
}

/** False for a second config file, the notification program or telemetry: they deliver the same occurrence again. */
function isSameEntry(one: KeyFacts, other: KeyFacts): boolean {
  const isSameWay = isHookCall(one) ? isHookCall(other) : one.way === other.way;
  return isSameWay && one.origin === other.origin && one.native === other.native;
}
