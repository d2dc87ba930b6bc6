/** Finds the end of a regular expression in a `sed` or `awk` script. A delimiter inside brackets does not end it. */

/**
 * Returns the index of the closing delimiter. Returns undefined if there is none, or if programs disagree: some let a
 * backslash escape inside brackets.
 */
export function patternEnd(text: string, start: number, delimiter: string): number | undefined {
  const end = bracketedEnd(text, start, delimiter, true);
  return end === bracketedEnd(text, start, delimiter, false) ? end : undefined;
}

/** `escapes`: a backslash escapes the next character inside brackets too. */
export function bracketedEnd(text: string, start: number, delimiter: string, escapes: boolean): number | undefined {
  for (let at = start; at < text.length && text[at] !== "\n"; at++) {
    if (text[at] === delimiter) return at;
    if (text[at] === "\\") at++;
    else if (text[at] === "[") {
      const end = bracketEnd(text, at + 1, escapes);
      if (end === undefined) return undefined;
      at = end;
    }
  }
  return undefined;
}

function bracketEnd(text: string, start: number, escapes: boolean): number | undefined {
  let at = text[start] === "^" ? start + 1 : start;
  // A first `]` is a member of the bracket expression.
  if (text[at] === "]") at++;
  for (; at < text.length && text[at] !== "\n"; at++) {
    if (text[at] === "]") return at;
    if (escapes && text[at] === "\\") at++;
    else if (text[at] === "[" && /[:.=]/.test(text[at + 1] ?? "")) {
      const end = text.indexOf(`${text[at + 1]!}]`, at + 2);
      if (end < 0) return undefined;
      at = end + 1;
    }
  }
  return undefined;
}
