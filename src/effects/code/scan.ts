/** Small lexical helpers. */
import type { Token } from "./token.js";

/** True if a value ends here, so that `/` is division and `%` is remainder. */
export function isValue(token: Token | undefined): boolean {
  if (token === undefined) return false;
  if (token.type === "mark") return token.text === ")" || token.text === "]" || token.text === "}";
  return !(
    token.type === "name" &&
    /^(?:return|typeof|case|in|of|and|or|not|if|unless|when|puts|print|split|grep)$/.test(token.text)
  );
}

/** Index of the brace that closes `open`, or the end of the text if it is never closed. */
export function closingBrace(text: string, open: number): number {
  let level = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "{") level++;
    else if (text[at] === "}" && --level === 0) return at;
  }
  return text.length;
}

/** `$x`, `${x}`, `$x->{y}`, `$ENV{HOME}`, `{$x}`; 0 for a lone sign. */
export function variableLength(text: string, at: number): number {
  return (
    matchAt(/[$@]\w+(?:->)?(?:\{\w{1,60}\}|\[[\w'"$]{1,60}\])?|[$@]\{[^{}]{1,200}\}|\{\$[^{}]{1,200}\}/y, text, at)
      ?.length ?? 0
  );
}

export function matchAt(form: RegExp, text: string, at: number): string | undefined {
  form.lastIndex = at;
  return form.exec(text)?.[0];
}
