/**
 * Serialises JSON for SQLite. A lone surrogate is an escape in JSON; SQLite converts it to invalid bytes, and one
 * engine crashes the process when it reads them.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  // Only lone surrogates are written like this, or text that imitates them.
  return text.includes("\\ud") && /\\ud[89a-f]/.test(text) ? JSON.stringify(value, wholeCharacters) : text;
}

function wholeCharacters(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}
