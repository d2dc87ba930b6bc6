/** The requested page. */
import { type CursorOf, parseCursor } from "../../core/records/cursor.js";
import type { PageFilter } from "../../core/records/store.js";
import { type Refusal, refuse } from "./errors.js";
import { PAGE_ROWS } from "./schemas/page.js";

export function pageFilter({ limit = PAGE_ROWS, cursor, before }: PageFilter, list: CursorOf): PageFilter | Refusal {
  if (cursor !== undefined && parseCursor(list, cursor) === undefined)
    return refuse("CURSOR_INVALID", "`cursor` does not belong to this route");
  return { limit, cursor, before };
}
