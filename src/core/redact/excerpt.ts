/**
 * The redacted start or end of a text. It is redacted before it is cut, at a word boundary: half a token has no
 * recognisable form.
 */
import { cut } from "../text/json.js";
import { redactText } from "./text.js";

/** Margin beyond the limit, because redaction may shorten a text. */
const MARGIN = 2_048;
/** Longer words are not scanned as a whole. */
const LONGEST_WORD = 8_192;
const SPACE = /\s/;

/** At most `limit` long. */
export function redactStart(text: string, limit: number, redact: (text: string) => string = redactText): string {
  if (text.length <= limit + MARGIN) return cut(redact(text), limit);
  let end = limit + MARGIN;
  const last = Math.min(text.length, end + LONGEST_WORD);
  while (end < last && !SPACE.test(text[end]!)) end++;
  const redacted = redact(text.slice(0, end));
  if (end === text.length || SPACE.test(text[end]!) || redacted.length > limit) return cut(redacted, limit);
  let whole = redacted.length; // it ends with half a word
  while (whole > 0 && !SPACE.test(redacted[whole - 1]!)) whole--;
  return redacted.slice(0, whole);
}

/** The same for the end: a program's last output. */
export function redactEnd(text: string, limit: number): string {
  let start = Math.max(0, text.length - limit - MARGIN);
  const first = Math.max(0, start - LONGEST_WORD);
  while (start > first && !SPACE.test(text[start - 1]!)) start--;
  const redacted = redactText(text.slice(start));
  if (redacted.length > limit) return `…${redacted.slice(1 - limit)}`;
  if (start === 0) return redacted;
  if (SPACE.test(text[start - 1]!)) return `…${redacted.slice(1)}`;
  let whole = 0; // it starts with half a word
  while (whole < redacted.length && !SPACE.test(redacted[whole]!)) whole++;
  return `…${redacted.slice(whole)}`;
}
