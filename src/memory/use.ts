/** Whether a session used what it was shown: a command, file or name of it appears later, and did not before. */
import type { MemoryRow } from "../core/records/memory.js";

const MOST_NAMES = 10;
const SHORTEST = 4;
const LONGEST = 200;
/** Shown so often without being used: it makes room for others. */
const OFTEN = 8;
const RARELY_USED = 0.7;
const WORD = /[\w$@][\w$./:-]*/g;
/** `src/a.ts`, `user_id`, `getUser`, `db.close`: words of code, not of a language. */
const OF_CODE = /[\w$][./:-]{1,4}[\w$]|[^\W_]_|_[^\W_]|[a-z][A-Z]/;
const TRAILING = /[./:-]{1,9}$/;

export function namesOf({ type, text, file, address = "", cites = [] }: NameSource): string[] {
  const quoted = [...text.matchAll(/`([^`]+)`/g)].map(([, inner]) => inner!);
  // A lesson names the way out first, then what failed.
  const own = address.startsWith("error:") ? quoted.slice(0, 1) : quoted;
  const words = quoted.length > 0 ? [] : codeWords(text);
  const files = [file, ...cites.map((cite) => cite.file)].filter((one) => one !== undefined);
  // A command rests on the file that defines it.
  const names = type === "command" ? [text] : [...own, ...words, ...files];
  return [...new Set(names)].filter(({ length }) => length >= SHORTEST && length <= LONGEST).slice(0, MOST_NAMES);
}

function codeWords(text: string): string[] {
  const words = text.match(WORD)?.filter(({ length }) => length <= LONGEST) ?? [];
  return words.map((word) => word.replace(TRAILING, "")).filter((word) => OF_CODE.test(word));
}

type NameSource = Pick<MemoryRow, "type" | "text" | "file" | "address" | "cites">;

export function isUsed(names: readonly string[], before: readonly string[], after: readonly string[]): boolean {
  return names.some((name) => after.some((text) => has(text, name)) && !before.some((text) => has(text, name)));
}

/** Factor of a rank. What names nothing cannot be seen in use and keeps its rank. */
export function useFactor(row: MemoryRow): number {
  return isUnused(row) ? RARELY_USED : 1;
}

export function isUnused(row: MemoryRow): boolean {
  const { shown = 0, used = 0 } = row;
  return shown >= OFTEN && used === 0 && namesOf(row).length > 0;
}

/** Not as a part of a longer word. */
function has(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!/\w/.test(text[at - 1] ?? "") && !/\w/.test(text[at + name.length] ?? "")) return true;
  return false;
}
