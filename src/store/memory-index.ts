/**
 * Full text of memories and turns, one table per scope, so that a search reads no other project's words. A row has the
 * words of `memory/words.ts`; memories have negative numbers. Everything can be rebuilt from the tables.
 */
import { rarity, wordsOf } from "../memory/index.js";
import { type Driver, forgetPrepared, prepared } from "./driver.js";

export interface Found {
  readonly n: number;
  /** Larger is better. */
  readonly rank: number;
}

/** Counts of words are reused until the table has grown by this share. */
const STALE_SHARE = 0.05;
const MOST_CACHED = 20_000;

export interface Counter {
  readonly rows: number;
  /** Number of rows with this word. */
  count(word: string): number;
  weight(word: string): number;
}

interface Known {
  readonly rows: number;
  readonly counts: Map<string, number>;
}

export class MemoryIndex {
  readonly #db: Driver;
  readonly #made = new Set<number>();
  readonly #known = new Map<number, Known>();
  /** Counting them reads the whole table. Another process may add a few meanwhile. */
  readonly #rows = new Map<number, number>();

  constructor(db: Driver) {
    this.#db = db;
  }

  add(scope: number, n: number, text: string): void {
    this.#table(scope);
    prepared(this.#db, `INSERT INTO recall_${scope} (rowid, text) VALUES (?, ?)`).run([n, wordsOf(text).join(" ")]);
    this.#rows.set(scope, this.rows(scope, -1) + 1);
  }

  addSession(scope: number, n: number, text: string): void {
    this.#table(scope);
    prepared(this.#db, `INSERT INTO session_docs_${scope} (rowid, text) VALUES (?, ?)`).run([
      n,
      wordsOf(text).join(" "),
    ]);
  }

  remove(scope: number, n: number): void {
    if (!this.#exists(scope)) return;
    const removed = prepared(this.#db, `DELETE FROM recall_${scope} WHERE rowid = ?`).run([n]);
    this.#rows.set(scope, this.rows(scope, removed) - removed);
  }

  removeSession(scope: number, n: number): void {
    if (!this.#exists(scope)) return;
    prepared(this.#db, `DELETE FROM session_docs_${scope} WHERE rowid = ?`).run([n]);
  }

  /** Removed words stay in a table until it is dropped. */
  drop(scope: number): void {
    for (const name of [`recall_words_${scope}`, `recall_${scope}`, `session_docs_${scope}`]) {
      forgetPrepared(this.#db, name);
      this.#db.exec(`DROP TABLE IF EXISTS ${name}`);
    }
    this.#made.delete(scope);
    this.#known.delete(scope);
    this.#rows.delete(scope);
  }

  /** After a rollback. */
  forget(): void {
    this.#made.clear();
    this.#known.clear();
    this.#rows.clear();
  }

  /** `just`: how many were removed a moment ago, less those added. */
  rows(scope: number, just = 0): number {
    if (!this.#exists(scope)) return 0;
    const known = this.#rows.get(scope) ?? this.#countRows(scope) + just;
    this.#rows.set(scope, known);
    return known;
  }

  #countRows(scope: number): number {
    return Number(prepared(this.#db, `SELECT count(*) AS n FROM recall_${scope}_docsize`).get()?.["n"] ?? 0);
  }

  counter(scope: number): Counter {
    const rows = this.rows(scope);
    if (rows === 0) return { rows, count: () => 0, weight: () => 1 };
    let known = this.#known.get(scope);
    if (
      known === undefined ||
      Math.abs(rows - known.rows) > known.rows * STALE_SHARE ||
      known.counts.size > MOST_CACHED
    ) {
      known = { rows, counts: new Map() };
      this.#known.set(scope, known);
    }
    const { counts } = known;
    const look = prepared(this.#db, `SELECT doc AS n FROM recall_words_${scope} WHERE term = ?`);
    const count = (word: string) => {
      const found = counts.get(word) ?? Number(look.all([word])[0]?.["n"] ?? 0);
      if (found > 0) counts.set(word, found); // a new word has to be found at once
      return found;
    };
    return { rows, count, weight: (word) => rarity(count(word), rows) };
  }

  find(scope: number, words: readonly string[], limit: number, only: "all" | "memories" = "all"): Found[] {
    if (words.length === 0 || !this.#exists(scope)) return [];
    const where = only === "memories" ? "AND rowid < 0" : "";
    return prepared(
      this.#db,
      `SELECT rowid AS n, -rank AS quality FROM recall_${scope} WHERE recall_${scope} MATCH ? ${where}
         ORDER BY rank LIMIT ?`,
    )
      .all([anyOf(words), limit])
      .map(found);
  }

  findSessions(scope: number, words: readonly string[], limit: number): Found[] {
    if (words.length === 0 || !this.#exists(scope)) return [];
    return prepared(
      this.#db,
      `SELECT rowid AS n, -rank AS quality FROM session_docs_${scope} WHERE session_docs_${scope} MATCH ?
         ORDER BY rank LIMIT ?`,
    )
      .all([anyOf(words), limit])
      .map(found);
  }

  /** Those of these sessions that have the word. */
  sessionsWith(scope: number, word: string, among: readonly number[]): number[] {
    if (!this.#exists(scope)) return [];
    return prepared(
      this.#db,
      `SELECT rowid AS n FROM session_docs_${scope} WHERE session_docs_${scope} MATCH ?
         AND rowid IN (SELECT value FROM json_each(?))`,
    )
      .all([anyOf([word]), JSON.stringify(among)])
      .map(({ n }) => Number(n));
  }

  #exists(scope: number): boolean {
    if (this.#made.has(scope)) return true;
    const there =
      prepared(this.#db, "SELECT 1 FROM sqlite_schema WHERE name = ?").get([`recall_${scope}`]) !== undefined;
    if (there) this.#made.add(scope);
    return there;
  }

  #table(scope: number): void {
    if (this.#exists(scope)) return;
    for (const name of [`recall_${scope}`, `session_docs_${scope}`])
      this.#db.exec(`CREATE VIRTUAL TABLE ${name} USING fts5(text, content = '', contentless_delete = 1)`);
    this.#db.exec(`CREATE VIRTUAL TABLE recall_words_${scope} USING fts5vocab(recall_${scope}, row)`);
    this.#made.add(scope);
  }
}

/** Literal words: input is never an expression. The words have letters and digits only. */
function anyOf(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(" OR ");
}

const found = ({ n, quality }: Readonly<Record<string, unknown>>): Found => ({ n: Number(n), rank: Number(quality) });
