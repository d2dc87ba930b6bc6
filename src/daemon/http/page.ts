/** The page that a call asks for. */
import { type CursorOf, parseCursor } from "../../core/records/cursor.js";
import type { PageFilter } from "../../core/records/store.js";
import { type Refusal, refuse } from "./errors.js";
import { PAGE_ROWS } from "./schemas/page.js";

export function pageFilter({ limit = PAGE_ROWS, cursor, before }: PageFilter, list: CursorOf): PageFilter | Refusal {
  if (cursor !== undefined && parseCursor(list, cursor) === undefined)
    return refuse("CURSOR_INVALID", "`cursor` was not given by this route");
  return { limit, cursor, before };
}
