/** Questions to the user. */
import { positionOf } from "../core/records/cursor.js";
import type { AskRow, AskState } from "../core/records/records.js";
import type { AskFilter, Page } from "../core/records/store.js";
import { type Driver, prepared, type Row } from "./driver.js";
import { jsonText } from "./json-text.js";
import { pageOf, whereAll } from "./page.js";

const PAGE = 100;
const OPEN: readonly AskState[] = ["open", "parked", "waiting"];

export class AskRows {
  readonly #db: Driver;

  constructor(db: Driver) {
    this.#db = db;
  }

  add(row: AskRow): boolean {
    const sql = "INSERT INTO asks (id, asked_at, open, body) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING";
    return prepared(this.#db, sql).run([row.id, row.askedAt, isOpen(row), jsonText(row)]) > 0;
  }

  change(row: AskRow, from: AskState): boolean {
    const sql = "UPDATE asks SET open = ?, body = ? WHERE id = ? AND body ->> '$.state' = ?";
    return prepared(this.#db, sql).run([isOpen(row), jsonText(row), row.id, from]) > 0;
  }

  find({ id, open, before, cursor, limit = PAGE }: AskFilter): Page<AskRow> {
    const from = positionOf("asks", cursor);
    const { sql, values } = whereAll([
      ["id = ?", id],
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

function isOpen({ state }: AskRow): boolean {
  return OPEN.includes(state);
}
