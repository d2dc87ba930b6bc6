/** Questions put to people. */
import type { AskRow } from "../core/records/records.js";
import type { Page } from "../core/records/store.js";
import type { Driver } from "./driver.js";
import { jsonText } from "./json-text.js";

const PAGE = 100;

export class AskRows {
  readonly #db: Driver;

  constructor(db: Driver) {
    this.#db = db;
  }

  put(row: AskRow): void {
    const open = row.answeredAt === undefined && row.closed === undefined;
    this.#db
      .prepare(
        `INSERT INTO asks (id, asked_at, open, body) VALUES (?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET asked_at = excluded.asked_at, open = excluded.open, body = excluded.body`,
      )
      .run([row.id, row.askedAt, open, jsonText(row)]);
  }

  find({ open, before, limit }: { readonly open?: boolean } & Page): AskRow[] {
    return this.#db
      .prepare(
        `SELECT body FROM asks WHERE (?1 IS NULL OR open = ?1) AND (?2 IS NULL OR asked_at < ?2)
         ORDER BY asked_at DESC, n DESC LIMIT ?3`,
      )
      .all([open, before, limit ?? PAGE])
      .map(({ body }) => JSON.parse(String(body)) as AskRow);
  }
}
