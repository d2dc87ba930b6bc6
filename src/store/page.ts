/** Reads lists page by page, with one extra row that shows whether there is a next page. */
import { type CursorOf, formatCursor, type Position } from "../core/records/cursor.js";
import type { Page } from "../core/records/store.js";
import type { Row } from "./driver.js";

/** A condition and its value; without a value it does not apply. */
export type Test = readonly [sql: string, value: unknown];

export function whereAll(tests: readonly Test[]): { readonly sql: string; readonly values: readonly unknown[] } {
  const used = tests.filter(([, value]) => value !== undefined);
  return {
    sql: used.length === 0 ? "" : `WHERE ${used.map(([sql]) => sql).join(" AND ")}`,
    values: used.flatMap(([, value]) => value),
  };
}

export function pageOf<T>(
  rows: readonly Row[],
  limit: number,
  list: CursorOf,
  read: (row: Row) => T,
  position: (row: Row) => Position,
): Page<T> {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { rows: shown.map(read), ...(last === undefined ? {} : { next: formatCursor(list, position(last)) }) };
}
