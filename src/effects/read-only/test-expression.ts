/** `test` and `[`: only plain questions. `-v` and what a shell puts together from several words may run what they hold. */
import type { Word } from "../model/invocation.js";

const UNARY = /^-[abcdefghknprstuwxzGLNOS]$/;
const BINARY = /^(?:==?|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/;

export function test(words: readonly Word[], open: boolean): boolean {
  const asked = words.at(-1)?.text === "]" ? words.slice(0, -1) : words;
  if (open || !asked.every(isOneWord)) return false;
  const rest = asked[0]?.text === "!" ? asked.slice(1) : asked;
  const is = (at: number, pattern: RegExp) => rest[at]?.known === true && pattern.test(rest[at].text);
  if (rest.length < 2) return true;
  return rest.length === 2 ? is(0, UNARY) : rest.length === 3 && is(1, BINARY);
}

/** What is not known is in quotes, or a number. */
function isOneWord({ known, glob, source }: Word): boolean {
  return known ? !glob : /^(?:"[^"]*"|\$[?#])$/.test(source);
}
