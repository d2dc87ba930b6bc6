/** Reads a list of strings from the front matter (`---`) of a Markdown file. */

export interface FrontMatter {
  /** Undefined if the key is missing. */
  list(key: string): readonly string[] | undefined;
  readonly body: string;
}

export function readFrontMatter(text: string): FrontMatter {
  const found = /^---[ \t]*\r?\n([\s\S]{0,20000}?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text.replace(/^\ufeff/, ""));
  const lines = found === null ? [] : found[1]!.split(/\r?\n/);
  return {
    list: (key) => listOf(lines, key),
    body: found === null ? text : text.replace(/^\ufeff/, "").slice(found[0].length),
  };
}

/** `key: [a, "b"]`, `key: a, b`, or lines that start with `-`. */
function listOf(lines: readonly string[], key: string): string[] | undefined {
  const at = lines.findIndex((line) => line.startsWith(`${key}:`));
  if (at < 0) return undefined;
  const rest = lines[at]!.slice(key.length + 1).trim();
  if (rest !== "" && !rest.startsWith("#"))
    return split(rest.replace(/^\[|\]$/g, ""))
      .map(plain)
      .filter(Boolean);
  const items: string[] = [];
  for (const line of lines.slice(at + 1)) {
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1];
    if (item === undefined) break;
    items.push(plain(item));
  }
  return items.filter(Boolean);
}

/** Splits at commas outside braces. */
function split(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const char of text) {
    if (char === "{") depth++;
    if (char === "}") depth--;
    if (char === "," && depth <= 0) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts;
}

function plain(text: string): string {
  return text.trim().replace(/^(["'])(.*)\1$/, "$2");
}
