/** Questions to the user. */
import { positionOf } from "../core/records/cursor.js";
import type { AskRow } from "../core/records/records.js";
import type { Page, PageFilter } from "../core/records/store.js";
import type { Driver, Row } from "./driver.js";
import { jsonText } from "./json-text.js";
import { pageOf, whereAll } from "./page.js";

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

  find({ open, before, cursor, limit = PAGE }: { readonly open?: boolean } & PageFilter): Page<AskRow> {
    const from = positionOf("asks", cursor);
    const { sql, values } = whereAll([
      ["open = ?", open],
      ["asked_at < ?", before],
      ["(asked_at, n) < (?, ?)", from && [from.at, from.n]],
    ]);
    const rows = this.#db
      .prepare(`SELECT n, asked_at, body FROM asks ${sql} ORDER BY asked_at DESC, n DESC LIMIT ?`)
      .all([...values, limit + 1]);
    const position = ({ asked_at, n }: Row) => ({ at: Number(asked_at), n: Number(n) });
    return pageOf(rows, limit, "asks", ({ body }) => JSON.parse(String(body)) as AskRow, position);
  }
}
