/** Expands `{a,b}` and `{1..3}` in the source of a word, textually and before other expansions, as a shell does. */

const MOST = 256;

/** Returns the expanded words, still as source. Returns undefined for more than 256 words. */
export function expandBraces(source: string): string[] | undefined {
  const done: string[] = [];
  const open = [source];
  let rounds = 0;
  while (open.length > 0) {
    if (++rounds > 4 * MOST || done.length + open.length > MOST || source.length * rounds > 200_000) return undefined;
    const text = open.shift()!;
    const found = firstBrace(text);
    if (found === undefined) done.push(text);
    else {
      const [head, tail] = [text.slice(0, found.start), text.slice(found.end + 1)];
      open.unshift(...found.items.map((item) => `${head}${item}${tail}`));
    }
  }
  return done;
}

interface Brace {
  readonly start: number;
  readonly end: number;
  readonly items: readonly string[];
}

function firstBrace(text: string): Brace | undefined {
  for (let at = 0; at < text.length; at++) {
    const skipped = skip(text, at);
    if (skipped > at) at = skipped - 1;
    else if (text[at] === "{") {
      const brace = braceAt(text, at);
      if (brace !== undefined) return brace;
    }
  }
  return undefined;
}

function braceAt(text: string, start: number): Brace | undefined {
  const items: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start + 1; at < text.length; at++) {
    const skipped = skip(text, at);
    if (skipped > at) at = skipped - 1;
    else if (text[at] === "{") depth++;
    else if (text[at] === "}" && depth > 0) depth--;
    else if (text[at] === "," && depth === 0) {
      items.push(text.slice(from, at));
      from = at + 1;
    } else if (text[at] === "}") {
      if (items.length > 0) return { start, end: at, items: [...items, text.slice(from, at)] };
      const range = rangeOf(text.slice(from, at));
      return range === undefined ? undefined : { start, end: at, items: range };
    }
  }
  return undefined;
}

function rangeOf(text: string): string[] | undefined {
  const match = /^(-?\d{1,9}|[A-Za-z])\.\.(-?\d{1,9}|[A-Za-z])(?:\.\.(-?\d{1,9}))?$/.exec(text);
  if (match === null) return undefined;
  const [, first, last, step] = match as unknown as [string, string, string, string | undefined];
  const letters = /^[A-Za-z]$/.test(first);
  if (letters !== /^[A-Za-z]$/.test(last)) return undefined;
  const [low, high] = letters ? [first.charCodeAt(0), last.charCodeAt(0)] : [Number(first), Number(last)];
  const by = Math.max(1, Math.abs(Number(step ?? 1))) * (low <= high ? 1 : -1);
  const items: string[] = [];
  for (let at = low; by > 0 ? at <= high : at >= high; at += by) {
    items.push(letters ? String.fromCharCode(at) : String(at));
    if (items.length > MOST) break;
  }
  return items;
}

/** Position after a part that brace expansion ignores: an escape, quotes, `${…}`, `$(…)`, backticks. */
function skip(text: string, at: number): number {
  const char = text[at];
  if (char === "\\") return at + 2;
  if (char === "'" || char === "`" || char === '"') return closing(text, at, char);
  if (char === "$" && (text[at + 1] === "{" || text[at + 1] === "("))
    return balanced(text, at + 1, text[at + 1]!, text[at + 1] === "{" ? "}" : ")");
  return at;
}

function closing(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\" && quote !== "'") at++;
    else if (text[at] === quote) return at + 1;
  }
  return text.length;
}

function balanced(text: string, start: number, open: string, close: string): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === open) depth++;
    else if (text[at] === close && --depth === 0) return at + 1;
  }
  return text.length;
}
