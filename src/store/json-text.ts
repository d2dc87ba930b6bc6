/**
 * A value as JSON that SQLite can take apart. Half a character stands in JSON as an escape; SQLite makes bytes of it that
 * are no text, and one of the engines ends the whole process when it reads them.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value);
  // Only half characters are written like this, or what somebody wrote to look like them.
  return text.includes("\\ud") && /\\ud[89a-f]/.test(text) ? JSON.stringify(value, wholeCharacters) : text;
}

function wholeCharacters(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}
