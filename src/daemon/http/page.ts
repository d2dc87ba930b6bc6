/** Parameters of routes that give a list in pages. */
import { type CursorOf, parseCursor } from "../../core/records/cursor.js";
import type { PageFilter } from "../../core/records/store.js";
import { type Refusal, refuse } from "./errors.js";
import { TIME } from "./plain-shapes.js";
import { numberParam, type Param, type RouteCall, textParam } from "./route.js";
import { integer, text } from "./schema.js";

const USUAL = 100;

export const PAGE_PARAMS: Readonly<Record<string, Param>> = {
  limit: {
    in: "query",
    description: `At most so many; ${USUAL} unless told.`,
    schema: integer({ minimum: 1, maximum: 1000 }),
  },
  cursor: { in: "query", description: "`next` of the page before.", schema: text({ maxLength: 64 }) },
  before: {
    in: "query",
    description: "Only older ones. For the next page use `cursor`: rows may share a millisecond.",
    schema: TIME,
  },
};

/** Beside the rows; absent on the last page. */
export const NEXT = { "next?": text({ description: "The cursor of the next page; absent on the last one." }) };

export function pageFilter(call: RouteCall, list: CursorOf): PageFilter | Refusal {
  const cursor = textParam(call, "cursor");
  if (cursor !== undefined && parseCursor(list, cursor) === undefined)
    return refuse("CURSOR_INVALID", "`cursor` was not given by this route");
  return { limit: numberParam(call, "limit") ?? USUAL, cursor, before: numberParam(call, "before") };
}
