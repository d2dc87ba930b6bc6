/** Removes rows: by age, by size, and for private sessions. */
import type { ForgetSources, ForgetWhat, Forgotten } from "../core/records/memory-store.js";
import { EVALUATED } from "../core/records/records.js";
import type { CapturedRows } from "./captured-rows.js";
import { type Driver, inTransaction, prepared } from "./driver.js";
import type { EventRows } from "./event-rows.js";
import type { Memory } from "./memory.js";
import type { SearchIndex } from "./search-index.js";

/** Rows per transaction, so that other writers do not wait long. */
const GROUP = 1_000;
/** Limit per call; callers repeat it until nothing is left. */
const PER_TURN = 2_000;
const SESSIONS_PER_TURN = 100;
/** Margin below the limit, so that not every new event triggers a removal. */
const ROOM = 0.9;

export class Removal {
  readonly #db: Driver;
  readonly #events: EventRows;
  readonly #rows: CapturedRows;
  readonly #index: SearchIndex;
  readonly #memory: Memory;

  constructor(db: Driver, events: EventRows, rows: CapturedRows, index: SearchIndex, memory: Memory) {
    this.#memory = memory;
    this.#db = db;
    this.#events = events;
    this.#rows = rows;
    this.#index = index;
  }

  /** Rule evaluations have their own retention. */
  olderThan(time: number, now: number): number {
    const removed =
      this.#removeAll("WHERE at < ? AND NOT (event = ? AND body ->> '$.payload.keep_until' >= ?)", [
        time,
        EVALUATED,
        now,
      ]) + this.#removeAll("WHERE event = ? AND body ->> '$.payload.keep_until' < ?", [EVALUATED, now]);
    this.#removeSessions(time);
    this.#db.prepare("DELETE FROM asks WHERE asked_at < ? AND open = 0").run([time]);
    return removed;
  }

  #removeAll(where: string, values: readonly unknown[]): number {
    let removed = 0;
    for (let group = GROUP; group === GROUP && removed < PER_TURN; ) {
      group = inTransaction(this.#db, () => this.#removeEvents(where, values));
      removed += group;
    }
    return removed;
  }

  toSize(maxBytes: number): number {
    let removed = 0;
    if (this.usedBytes() > maxBytes) {
      while (this.usedBytes() > maxBytes * ROOM && removed < PER_TURN) {
        const oldest = this.#db.prepare("SELECT at FROM events ORDER BY at LIMIT 1 OFFSET ?").get([GROUP - 1])?.["at"];
        const group = inTransaction(this.#db, () => this.#removeEvents("", []));
        removed += group;
        this.#removeSessions(oldest === undefined ? Number.MAX_SAFE_INTEGER : Number(oldest));
        if (group === 0) break;
      }
    }
    return removed;
  }

  /** Returns free pages to the disk. */
  shrink(): void {
    this.#db.prepare("PRAGMA incremental_vacuum").all();
    this.#db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").all();
  }

  makePrivate(session: string): number {
    return this.overwriting(() => {
      this.#db.prepare("INSERT OR IGNORE INTO private_sessions VALUES (?)").run([session]);
      this.#memory.forget({ session }, false);
      this.#rows.removeSession(session);
      this.#db.prepare("DELETE FROM asks WHERE body ->> '$.session' = ?").run([session]);
      const removed = this.#db.prepare("DELETE FROM events WHERE session = ?").run([session]);
      this.#events.counted(-removed);
      // Deleted words are only marked there; the index's own way to overwrite them leaves it inconsistent.
      this.#index.rebuild();
      return removed;
    });
  }

  /** Memories with the events they rest on. */
  forget(what: ForgetWhat, dryRun: boolean, also: ForgetSources = { sessions: [], refs: [] }): Forgotten {
    const own = this.#memory.sourcesOf(what);
    const sessions = [...new Set([...own.sessions, ...also.sessions])];
    const refs = [...new Set([...own.refs, ...also.refs])];
    const sources = { sessions, refs };
    if (dryRun) return { ...this.#memory.forget(what, true), events: this.#countSources(sessions, refs), sources };
    return this.overwriting(() => {
      let events = 0;
      for (const session of sessions) {
        this.#rows.removeSession(session);
        events += this.#db.prepare("DELETE FROM events WHERE session = ?").run([session]);
      }
      for (const ref of refs) events += this.#removeSource(ref);
      this.#events.counted(-events);
      this.#index.rebuild();
      return { ...this.#memory.forget(what, false), events, sources }; // last: it indexes what is left
    });
  }

  #countSources(sessions: readonly string[], refs: readonly string[]): number {
    const of = prepared(this.#db, "SELECT count(*) AS n FROM events WHERE session = ?");
    return sessions.reduce((sum, session) => sum + Number(of.get([session])?.["n"]), 0) + refs.length;
  }

  /** A source is an event, or a batch with the event of its prompt. */
  #removeSource(ref: string): number {
    const batch = prepared(this.#db, "SELECT session, body ->> '$.startedAt' AS at FROM batches WHERE id = ?").get([
      ref,
    ]);
    prepared(this.#db, "DELETE FROM activities WHERE id = ?").run([ref]);
    prepared(this.#db, "DELETE FROM batches WHERE id = ?").run([ref]);
    const removed = prepared(this.#db, "DELETE FROM events WHERE id = ?").run([ref]);
    if (batch === undefined) return removed;
    // Made of the prompt.
    prepared(
      this.#db,
      "UPDATE sessions SET body = json_remove(body, '$.title', '$.summary', '$.byModel') WHERE id = ?",
    ).run([batch["session"]]);
    const prompt = "DELETE FROM events WHERE session = ? AND at = ? AND event = 'UserPromptSubmit'";
    return removed + prepared(this.#db, prompt).run([batch["session"], Number(batch["at"])]);
  }

  /** In a transaction; what it deletes is overwritten, not only released. */
  overwriting<T>(work: () => T): T {
    this.#db.prepare("PRAGMA secure_delete = ON").all();
    try {
      return inTransaction(this.#db, work);
    } finally {
      this.#db.prepare("PRAGMA secure_delete = FAST").all();
      this.shrink();
    }
  }

  usedBytes(): number {
    return (this.#pragma("page_count") - this.#pragma("freelist_count")) * this.#pragma("page_size");
  }

  #removeEvents(where: string, values: readonly unknown[]): number {
    const chosen = `SELECT seq FROM events ${where} ORDER BY at LIMIT ${GROUP}`;
    const removed = this.#db.prepare(`DELETE FROM events WHERE seq IN (${chosen})`).run(values);
    this.#events.counted(-removed);
    return removed;
  }

  /** A session is removed if it was not used since. */
  #removeSessions(time: number): void {
    const old = this.#db.prepare("SELECT id FROM sessions WHERE last_at < ? LIMIT ?").all([time, SESSIONS_PER_TURN]);
    inTransaction(this.#db, () => {
      for (const { id } of old) {
        this.#rows.removeSession(String(id));
        this.#memory.sessionRemoved(String(id));
      }
    });
  }

  #pragma(name: string): number {
    return Number(this.#db.prepare(`PRAGMA ${name}`).get()?.[name]);
  }
}
