/**
 * End position of a page. Opaque to callers: they pass `next` of one page as `cursor` of the next. A position is a time
 * and a number, because rows may share a millisecond.
 */
export interface Position {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Distinguishes rows of the same time. */
  readonly n: number;
}

/** The list that a cursor belongs to; it is invalid for another one. */
export type CursorOf = "events" | "sessions" | "asks";

export class InvalidCursor extends Error {
  constructor() {
    super("the cursor does not belong to this list");
  }
}

const TEXT = /^[A-Za-z0-9_-]{1,64}$/;
const CONTENT = /^([a-z]+):(\d{1,16}):(\d{1,16})$/;

export function formatCursor(list: CursorOf, { at, n }: Position): string {
  return btoa(`${list}:${at}:${n}`).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Undefined if `formatCursor` did not create it for this list. */
export function parseCursor(list: CursorOf, text: string): Position | undefined {
  if (!TEXT.test(text) || text.length % 4 === 1) return undefined;
  const found = CONTENT.exec(atob(text.replaceAll("-", "+").replaceAll("_", "/")));
  const position = { at: Number(found?.[2]), n: Number(found?.[3]) };
  const valid = Number.isSafeInteger(position.at) && Number.isSafeInteger(position.n);
  return valid && formatCursor(list, position) === text ? position : undefined;
}

/** Undefined without a cursor. Throws InvalidCursor. */
export function positionOf(list: CursorOf, cursor: string | undefined): Position | undefined {
  if (cursor === undefined) return undefined;
  const position = parseCursor(list, cursor);
  if (position === undefined) throw new InvalidCursor();
  return position;
}
