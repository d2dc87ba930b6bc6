/** Memories, their sources, what was shown of them, and tallies. */
import type { MemoryRow, ShownRow, Tally, Trust } from "../core/records/memory.js";
import { TRUST, trustsAtLeast } from "../core/records/memory.js";
import type { MemoryFilter, ShownFilter } from "../core/records/memory-store.js";
import { errorPrefix, isSameError, useFactor } from "../memory/index.js";
import { type Driver, prepared, type Row } from "./driver.js";
import { jsonText } from "./json-text.js";
import { whereAll } from "./page.js";
import { StatedFacts } from "./stated-facts.js";

export interface Numbered {
  readonly n: number;
  readonly row: MemoryRow;
}

const PAGE = 200;
const MOST_GIVEN = 5_000;
/** So many times as many are looked at: some may have been of no use. */
const MORE = 4;
const PINNED_FIRST = 100;
const TRUSTED_FIRST = 1_000;
/** Imported and external ones, and those that contradict another. */
export const FOR_REVIEW = `(trust < ${TRUST.indexOf("model")} OR EXISTS (SELECT 1 FROM memories o
  WHERE o.id = memories.body ->> '$.conflict' AND o.status = 'active'))`;

export class MemoryRows {
  readonly stated: StatedFacts;
  readonly #db: Driver;
  readonly #scopes = new Map<string, number>();

  constructor(db: Driver) {
    this.#db = db;
    this.stated = new StatedFacts(db);
  }

  /** After a rollback. */
  forget(): void {
    this.#scopes.clear();
  }

  /** Undefined if nothing is known of it and it must not be made. */
  scope(name: string, make = false): number | undefined {
    const known = this.#scopes.get(name);
    if (known !== undefined) return known;
    if (make) prepared(this.#db, "INSERT OR IGNORE INTO scopes (name) VALUES (?)").run([name]);
    const n = prepared(this.#db, "SELECT n FROM scopes WHERE name = ?").get([name])?.["n"];
    if (n === undefined) return undefined;
    this.#scopes.set(name, Number(n));
    return Number(n);
  }

  scopes(): readonly { readonly n: number; readonly name: string }[] {
    return prepared(this.#db, "SELECT n, name FROM scopes")
      .all()
      .map(({ n, name }) => ({ n: Number(n), name: String(name) }));
  }

  put(row: MemoryRow, known?: number): number {
    const n = this.#write(row, known);
    this.stated.put(this.scope(row.scope)!, n, row);
    return n;
  }

  #write(row: MemoryRow, n?: number): number {
    const { id, scope, address, type, status, trust, file, session, createdAt } = row;
    const values = [address, type, status, TRUST.indexOf(trust), file, session, createdAt, jsonText(row)];
    if (n === undefined) {
      prepared(
        this.#db,
        `INSERT INTO memories (id, scope, address, type, status, trust, file, session, created_at, body)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ).run([id, this.scope(scope, true), ...values]);
      return Number(prepared(this.#db, "SELECT n FROM memories WHERE id = ?").get([id])?.["n"]);
    }
    prepared(
      this.#db,
      `UPDATE memories SET address = ?, type = ?, status = ?, trust = ?, file = ?, session = ?, created_at = ?, body = ?
         WHERE n = ?`,
    ).run([...values, n]);
    return n;
  }

  get(id: string): Numbered | undefined {
    const rows = prepared(
      this.#db,
      "SELECT n, body FROM memories WHERE id = ? OR id GLOB ? ORDER BY id = ? DESC LIMIT 2",
    )
      .all([id, `${id.replace(/[*?[\]]/g, "")}*`, id])
      .map(numbered);
    return rows.length === 1 || rows[0]?.row.id === id ? rows[0] : undefined;
  }

  has(id: string): boolean {
    return prepared(this.#db, "SELECT 1 FROM memories WHERE id = ?").get([id]) !== undefined;
  }

  at(n: number): Numbered | undefined {
    const row = prepared(this.#db, "SELECT n, body FROM memories WHERE n = ?").get([n]);
    return row === undefined ? undefined : numbered(row);
  }

  /** Those that are trusted enough first, then the most important. */
  active(scope: number, types: readonly string[], limit: number, least: Trust): Numbered[] {
    const marks = types.map(() => "?").join(", ");
    const rows = prepared(
      this.#db,
      `SELECT n, body FROM memories WHERE scope = ? AND status = 'active' AND type IN (${marks})
         ORDER BY trust >= ? DESC, coalesce(body ->> '$.pinned', 0) DESC, body ->> '$.importance' DESC, created_at DESC LIMIT ?`,
    )
      .all([scope, ...types, TRUST.indexOf(least), limit * MORE])
      .map(numbered);
    const rankOf = ({ row }: Numbered) =>
      (trustsAtLeast(row.trust, least) ? TRUSTED_FIRST : 0) +
      (row.pinned ? PINNED_FIRST : 0) +
      row.importance * useFactor(row);
    return rows.sort((one, other) => rankOf(other) - rankOf(one)).slice(0, limit);
  }

  /** Active ones with this address. */
  withAddress(scope: number, address: string): Numbered[] {
    return prepared(
      this.#db,
      "SELECT n, body FROM memories WHERE scope = ? AND status = 'active' AND address = ? ORDER BY n DESC",
    )
      .all([scope, address])
      .map(numbered);
  }

  /** Active ones about the same error, the newest first. Reads the addresses of all errors of the command, from the index. */
  ofError(scope: number, address: string): Numbered[] {
    const start = errorPrefix(address);
    return prepared(
      this.#db,
      "SELECT n, address FROM memories WHERE scope = ? AND status = 'active' AND address >= ? AND address < ?",
    )
      .all([scope, start, `${start}\u{10ffff}`])
      .filter((row) => isSameError(String(row["address"]), address))
      .sort((one, other) => Number(other["n"]) - Number(one["n"]))
      .flatMap(({ n }) => this.at(Number(n)) ?? []);
  }

  /** Those that are trusted enough first. */
  ofFile(scope: number, file: string, limit: number, least: Trust): Numbered[] {
    return prepared(
      this.#db,
      `SELECT n, body FROM memories WHERE scope = ? AND file = ? AND status = 'active'
         ORDER BY trust >= ? DESC, n DESC LIMIT ?`,
    )
      .all([scope, file, TRUST.indexOf(least), limit])
      .map(numbered);
  }

  /** Of these numbers. */
  trusted(numbers: readonly number[], least: Trust): ReadonlySet<number> {
    const rows = prepared(
      this.#db,
      "SELECT n FROM memories WHERE n IN (SELECT value FROM json_each(?)) AND trust >= ?",
    ).all([JSON.stringify(numbers), TRUST.indexOf(least)]);
    return new Set(rows.map(({ n }) => Number(n)));
  }

  find({ scope, status, review, limit = PAGE }: MemoryFilter): Numbered[] {
    const { sql, values } = whereAll([
      ["scope = ?", scope === undefined ? undefined : (this.scope(scope) ?? -1)],
      ["status = ?", status],
      [FOR_REVIEW, review ? [] : undefined],
    ]);
    return prepared(this.#db, `SELECT n, body FROM memories ${sql} ORDER BY created_at DESC, n DESC LIMIT ?`)
      .all([...values, limit])
      .map(numbered);
  }

  count(): number {
    return Number(prepared(this.#db, "SELECT count(*) AS n FROM memories").get()?.["n"] ?? 0);
  }

  /**
   * In the order in which they are removed: those that are not in use, or were never used, before others; the oldest
   * first. Neither pinned nor the user's.
   */
  removable(unusedSince: number, limit: number): Numbered[] {
    return prepared(
      this.#db,
      `SELECT n, body FROM memories WHERE trust < ${TRUST.indexOf("user")} AND NOT coalesce(body ->> '$.pinned', 0)
           AND max(body ->> '$.verifiedAt', coalesce(body ->> '$.usedAt', 0)) < ?
         ORDER BY status = 'active', coalesce(body ->> '$.used', 0) > 0, created_at, n LIMIT ?`,
    )
      .all([unusedSince, limit])
      .map(numbered);
  }

  remove(n: number, id: string): void {
    this.stated.remove(n);
    prepared(this.#db, "DELETE FROM memories WHERE n = ?").run([n]);
    prepared(this.#db, "DELETE FROM memory_sources WHERE memory = ?").run([id]);
    prepared(this.#db, "DELETE FROM shown WHERE memory = ?").run([id]);
  }

  addSources(memory: string, refs: readonly string[], session: string | undefined): void {
    const add = prepared(this.#db, "INSERT OR IGNORE INTO memory_sources (memory, ref, session) VALUES (?, ?, ?)");
    for (const ref of refs) add.run([memory, ref, session]);
  }

  hasSource(memory: string, ref: string): boolean {
    return (
      prepared(this.#db, "SELECT 1 FROM memory_sources WHERE memory = ? AND ref = ?").get([memory, ref]) !== undefined
    );
  }

  sourcesOf(memory: string): string[] {
    return prepared(this.#db, "SELECT ref FROM memory_sources WHERE memory = ?")
      .all([memory])
      .map(({ ref }) => String(ref));
  }

  ofSession(session: string): Numbered[] {
    return prepared(
      this.#db,
      `SELECT n, body FROM memories WHERE session = ?
         UNION SELECT n, body FROM memories WHERE id IN (SELECT memory FROM memory_sources WHERE session = ?)`,
    )
      .all([session, session])
      .map(numbered);
  }

  tally(scope: number, { key, ref }: Tally, session: string): void {
    prepared(this.#db, "INSERT OR IGNORE INTO tallies (scope, key, ref, session) VALUES (?, ?, ?, ?)").run([
      scope,
      key,
      ref,
      session,
    ]);
  }

  tallied(scope: number, key: string): number {
    return Number(
      prepared(this.#db, "SELECT count(*) AS n FROM tallies WHERE scope = ? AND key = ?").get([scope, key])?.["n"] ?? 0,
    );
  }

  /** Shown and used ones are counted in the memory: retention removes the rows with their session. */
  noteShown(rows: readonly ShownRow[]): void {
    const add = prepared(
      this.#db,
      `INSERT INTO shown (at, event, session, memory, score, chars, outcome, record) SELECT ?, ?, ?, ?, ?, ?, ?, ?
       WHERE NOT EXISTS (SELECT 1 FROM private_sessions WHERE id = ?)`,
    );
    for (const { at, event, session, memory, score, chars, outcome, record } of rows) {
      const added = add.run([at, event, session, memory, score, chars, outcome, record, session]);
      if (added > 0 && (outcome === "shown" || outcome === "used")) this.#count(memory, outcome, at);
    }
  }

  #count(memory: string, what: "shown" | "used", at: number): void {
    const path = `$.${what}`;
    prepared(
      this.#db,
      "UPDATE memories SET body = json_set(body, ?, coalesce(body ->> ?, 0) + 1, ?, ?) WHERE id = ?",
    ).run([path, path, `${path}At`, at, memory]);
  }

  /** What a session was given or has used, the newest first; few, because its characters are limited. */
  given(session: string, outcome: "shown" | "used" = "shown"): ShownRow[] {
    return this.shown({ session, outcomes: [outcome], limit: MOST_GIVEN });
  }

  /** The newest first. */
  shown({ session, memory, record, outcomes, limit }: ShownFilter): ShownRow[] {
    const { sql, values } = whereAll([
      ["session = ?", session],
      ["memory = ?", memory],
      ["record = ?", record],
      ["outcome IN (SELECT value FROM json_each(?))", outcomes && [JSON.stringify(outcomes)]],
    ]);
    return prepared(this.#db, `SELECT * FROM shown ${sql} ORDER BY n DESC LIMIT ?`)
      .all([...values, limit])
      .map(
        ({ n: _, session: of, record: by, ...row }) =>
          ({
            ...row,
            ...(of === null ? {} : { session: of }),
            ...(by === null ? {} : { record: by }),
          }) as unknown as ShownRow,
      );
  }
}

function numbered({ n, body }: Row): Numbered {
  return { n: Number(n), row: JSON.parse(String(body)) as MemoryRow };
}
