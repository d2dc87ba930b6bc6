/** Terminal escape codes within text: real ones, and as written in scripts and JSON. */
import type { Span } from "./span.js";

const CODE =
  /(?:\u001b|\\{1,32}(?:u001b|x1b|e|0?33)|\^\[)\[[\d;:?]{0,24}[A-Za-z]|\u009b[\d;:?]{0,24}[A-Za-z]|\u001b\][^\u0007\u001b\n]{0,200}(?:\u0007|\u001b\\)/gi;

export interface Uncoloured {
  /** With spaces instead of the codes: a code ends a word. */
  readonly spaced: string;
  /** Without the codes: a code is inside a word. */
  readonly joined: string;
  /** Maps a span of `joined` back to the text with its codes. */
  inOriginal(span: Span): Span;
}

/** Undefined for a text without such codes. */
export function withoutColours(text: string): Uncoloured | undefined {
  if (!/[[\]\u009b]/.test(text)) return undefined;
  /** Positions at which a code was removed from the plain text, and the number of characters removed so far. */
  const cuts: { readonly at: number; readonly gone: number }[] = [];
  let plain = "";
  let spaced = "";
  let from = 0;
  for (const { 0: code, index } of text.matchAll(CODE)) {
    plain += text.slice(from, index);
    spaced += text.slice(from, index) + " ".repeat(code.length);
    from = index + code.length;
    cuts.push({ at: plain.length, gone: from - plain.length });
  }
  if (cuts.length === 0) return undefined;
  const goneBefore = (at: number) => cuts.findLast((cut) => cut.at <= at)?.gone ?? 0;
  return {
    spaced: spaced + text.slice(from),
    joined: plain + text.slice(from),
    inOriginal: ({ kind, start, end }) => ({
      kind,
      start: start + goneBefore(start),
      end: end + goneBefore(end - 1),
    }),
  };
}
