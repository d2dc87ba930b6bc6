/**
 * Finds the facts that a text repeats, among those that may hold no longer: retired ones, former texts, and facts that
 * cite a file. Complete however many there are: a text repeats a fact if it has four fifths of its words, so it has at
 * least one of any fifth of them and one more. Only the rarest of these are looked up.
 */
import type { MemoryRow } from "../core/records/memory.js";
import { queryWords, shareOf, wordsOf } from "../memory/index.js";
import { type Driver, inTransaction, prepared } from "./driver.js";

const REPEATED = 0.8;
/** As common as it gets: counting goes no further. */
const COMMON = 200;
/** A text with so many facts to compare is not worth the time: it counts as outdated. */
const MOST_COMPARED = 2_000;
/** Numbers of facts that a store of an older version held when it was upgraded. */
const NOT_YET = "stated";

/** What a text repeats. */
export interface Repeated {
  /** Something that was replaced, taken out of use or reworded. */
  readonly isOutdated: boolean;
  /** Of facts in use: true as long as these hold. */
  readonly cites: NonNullable<MemoryRow["cites"]>;
}

export class StatedFacts {
  readonly #db: Driver;

  constructor(db: Driver) {
    this.#db = db;
    if (this.#oldest() !== undefined) inTransaction(db, () => this.#takeOver());
  }

  put(scope: number, n: number, row: MemoryRow): void {
    this.remove(n);
    const words = new Set(textsOf(row).flatMap((text) => this.#rarest(scope, queryWords(text))));
    const add = prepared(this.#db, "INSERT INTO stated (scope, word, memory) VALUES (?, ?, ?)");
    for (const word of words) add.run([scope, word, n]);
  }

  remove(n: number): void {
    prepared(this.#db, "DELETE FROM stated WHERE memory = ?").run([n]);
  }

  repeatedBy(scope: number, text: string): Repeated {
    const words = new Set(wordsOf(text));
    const rows = prepared(
      this.#db,
      `SELECT body FROM memories WHERE n IN (SELECT DISTINCT memory FROM stated
         WHERE scope = ? AND word IN (SELECT value FROM json_each(?)) LIMIT ?)`,
    )
      .all([scope, JSON.stringify([...words]), MOST_COMPARED])
      .map(({ body }) => JSON.parse(String(body)) as MemoryRow);
    const repeats = (said: string) => shareOf(queryWords(said), words) >= REPEATED;
    const isOutdated =
      rows.length === MOST_COMPARED ||
      rows.some(({ status, text: said, was = [] }) => (status !== "active" && repeats(said)) || was.some(repeats));
    return { isOutdated, cites: isOutdated ? [] : rows.flatMap((row) => (repeats(row.text) ? (row.cites ?? []) : [])) };
  }

  /** The fewest words of which a text that repeats these must have one. */
  #rarest(scope: number, words: readonly string[]): string[] {
    const needed = Math.ceil((words.length * 4) / 5);
    const count = prepared(
      this.#db,
      "SELECT count(*) AS n FROM (SELECT 1 FROM stated WHERE scope = ? AND word = ? LIMIT ?)",
    );
    return words
      .map((word) => ({ word, n: Number(count.get([scope, word, COMMON])?.["n"]) }))
      .sort((one, other) => one.n - other.n || other.word.length - one.word.length)
      .slice(0, words.length - needed + (words.length > 0 ? 1 : 0))
      .map(({ word }) => word);
  }

  #oldest(): number | undefined {
    const row = prepared(this.#db, "SELECT n FROM counts WHERE name = ?").get([NOT_YET]);
    return row === undefined ? undefined : Number(row["n"]);
  }

  #takeOver(): void {
    const rows = prepared(this.#db, "SELECT n, scope, body FROM memories WHERE n <= ?").all([this.#oldest() ?? 0]);
    for (const { n, scope, body } of rows) this.put(Number(scope), Number(n), JSON.parse(String(body)));
    prepared(this.#db, "DELETE FROM counts WHERE name = ?").run([NOT_YET]);
  }
}

function textsOf({ text, status, cites = [], was = [] }: MemoryRow): string[] {
  return status === "active" && cites.length === 0 ? [...was] : [text, ...was];
}
