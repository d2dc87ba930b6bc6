/** Codes for a terminal between the letters of a text: real ones, and as scripts and JSON write them. */
import type { Span } from "./span.js";

const CODE =
  /(?:\u001b|\\{1,32}(?:u001b|x1b|e|0?33)|\^\[)\[[\d;:?]{0,24}[A-Za-z]|\u009b[\d;:?]{0,24}[A-Za-z]|\u001b\][^\u0007\u001b\n]{0,200}(?:\u0007|\u001b\\)/gi;

export interface Uncoloured {
  /** With spaces where the codes were: a code ends a word. */
  readonly spaced: string;
  /** Without them: a code stands within a word. */
  readonly joined: string;
  /** A span of `joined` in the text with its codes. */
  inOriginal(span: Span): Span;
}

/** Undefined for a text without such codes. */
export function withoutColours(text: string): Uncoloured | undefined {
  if (!/[[\]\u009b]/.test(text)) return undefined;
  /** Where a code was taken out of the plain text, and how many letters were gone by then. */
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
