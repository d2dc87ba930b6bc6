/** Tokens by format alone. */
import { PREFIXED } from "./prefixed.js";
import { isPlaceholder } from "./random.js";
import { SHAPES, SHORTEST_SHAPE } from "./shapes.js";
import type { Span } from "./span.js";

interface Row {
  readonly kind: string;
  readonly start: string;
  readonly rest: string;
  /**
   * Compiled when its prefix first occurs: most never do, and a short-lived process pays for everything it compiles.
   */
  form?: RegExp;
}

/** This many characters distinguish most rows; a shorter prefix is indexed under all its continuations. */
const LOOKED_UP = 2;

const ROWS = new Map<string, Row[]>();
for (const [kind, starts, rest] of PREFIXED)
  for (const start of starts.split(" ")) {
    const key = start.slice(0, LOOKED_UP);
    const rows = ROWS.get(key);
    if (rows === undefined) ROWS.set(key, [{ kind, start, rest }]);
    else rows.push({ kind, start, rest });
  }

/** Prefixes that may occur inside a word. */
export const STARTS: readonly string[] = PREFIXED.flatMap(([, starts]) => starts.split(" ")).filter(
  (start) => start.length > 3 && /[-_.]$/.test(start),
);

const WORD = /[A-Za-z0-9]+/g;
/** JSON and URL escapes that a word may appear to start with. */
const ESCAPE = /(?:(?<=\\)[nrt]|(?<=%)[0-9A-F]{2})(?=[A-Za-z0-9])/y;

export function* findPrefixed(text: string): Generator<Span> {
  WORD.lastIndex = 0;
  for (let word = WORD.exec(text); word !== null; word = WORD.exec(text)) {
    const { index } = word;
    const found = startingAt(text, index) ?? startingAt(text, afterEscape(text, index));
    if (found === undefined) continue;
    yield found;
    WORD.lastIndex = found.end;
  }
}

function afterEscape(text: string, at: number): number | undefined {
  const before = text[at - 1];
  if (before !== "\\" && before !== "%") return undefined;
  ESCAPE.lastIndex = at;
  return ESCAPE.test(text) ? ESCAPE.lastIndex : undefined;
}

function startingAt(text: string, at: number | undefined): Span | undefined {
  const rows = at === undefined ? undefined : ROWS.get(text.slice(at, at + LOOKED_UP));
  const found = rows === undefined ? undefined : longest(rows, text, at!);
  return found === undefined ? undefined : { ...found, start: at! };
}

function longest(rows: readonly Row[], text: string, at: number): Omit<Span, "start"> | undefined {
  let found: Omit<Span, "start"> | undefined;
  for (const row of rows) {
    const { kind, start } = row;
    if (!text.startsWith(start, at)) continue;
    row.form ??= new RegExp(`(?:${row.rest})(?![A-Za-z0-9])`, "y");
    row.form.lastIndex = at + start.length;
    if (!row.form.test(text)) continue;
    const end = row.form.lastIndex;
    if (found !== undefined && end <= found.end) continue;
    if (!isPlaceholder(text.slice(at + start.length, end))) found = { kind, end };
  }
  return found;
}

export function* findShapes(text: string): Generator<Span> {
  if (text.length < SHORTEST_SHAPE) return;
  for (const [kind, holds, form, isOther] of SHAPES) {
    if (!text.includes(holds)) continue;
    for (const { 0: whole, 1: group, index } of text.matchAll(form)) {
      const secret = group ?? whole;
      if (isPlaceholder(secret)) continue;
      const start = index + (group === undefined ? 0 : whole.lastIndexOf(group));
      if (isOther?.(text, start, start + secret.length) !== true) yield { kind, start, end: start + secret.length };
    }
  }
}

const BLOCK = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/g;
const BLOCK_END = /-----END [A-Z0-9 ]{0,40}-----/g;

/** Also a truncated one: then it extends to the end. */
export function* findPrivateKeys(text: string): Generator<Span> {
  BLOCK.lastIndex = 0;
  for (let begin = BLOCK.exec(text); begin !== null; begin = BLOCK.exec(text)) {
    BLOCK_END.lastIndex = BLOCK.lastIndex;
    const end = BLOCK_END.exec(text) === null ? text.length : BLOCK_END.lastIndex;
    if (end - BLOCK.lastIndex > 40 || end === text.length) yield { kind: "private-key", start: begin.index, end };
    BLOCK.lastIndex = end;
  }
}
