/** `TOKEN=…`, `"api_key": "…"`, `password: …`, `x-api-key: …`, `Password=…;`, `<secret>…</secret>`, pairs of name and value. */
import { nameSays } from "./names.js";
import { looksRandom, SORTABLE_ID } from "./random.js";
import type { Span } from "./span.js";
import { isHarmless, isWritten, type Value, valueAt } from "./values.js";

/** A name, its optional quotes or brackets, and the sign that its value follows. */
const ASSIGNED =
  /(?<![\w.$-]|\$\{)-{0,2}([A-Za-z0-9_$][\w.$-]{1,79})(?:\\{0,31}["'`]\]?|\]?)(?:[ \t]{0,3}:?[ \t]{1,3}(?:string|String|str))?[ \t]{0,24}(=>|:=|={1,3}|:)[ \t]{0,8}/g;
/** `name: DB_PASSWORD` followed by `value: …`, in files, clusters and forms. */
const PAIRED =
  /\b(?:name|key)\\{0,31}["']?\s{0,3}[:=]\s{0,3}\\{0,31}["']?([A-Za-z][\w.-]{1,63})\\{0,31}["']?[\s,]{1,40}\\{0,31}["']?value\\{0,31}["']?\s{0,3}[:=]\s{0,3}/gi;
const ELEMENT = /<([A-Za-z][\w.:-]{1,63})>([^<>\n]{1,1024})<\//g;

export function* findAssigned(text: string): Generator<Span> {
  if (!/[:=]/.test(text)) return yield* findElements(text);
  const tagged = text.includes("[redacted:");
  for (const form of [ASSIGNED, PAIRED]) {
    form.lastIndex = 0;
    for (let found = form.exec(text); found !== null; found = form.exec(text)) {
      const span = tagged && isInTag(text, found.index) ? undefined : judged(text, found, form.lastIndex);
      if (span !== undefined) yield span;
      // The presumed value may be the next name.
      if (form === ASSIGNED && span !== undefined) form.lastIndex = span.end;
    }
  }
  yield* findElements(text);
}

function* findElements(text: string): Generator<Span> {
  for (const { 1: name, 2: value, index } of text.includes("</") ? text.matchAll(ELEMENT) : []) {
    const start = index + name!.length + 2;
    const kind = kindOf(name!, value!, { quoted: true, inQuery: false });
    if (kind !== undefined) yield { kind, start, end: start + value!.length };
  }
}

/** The type of a tag is not the name of its content. */
function isInTag(text: string, at: number): boolean {
  return /\[redacted:[a-z0-9:-]{0,60}$/.test(text.slice(Math.max(0, at - 80), at));
}

function judged(text: string, found: RegExpExecArray, at: number): Span | undefined {
  const name = found[1]!;
  if (nameSays(name) === undefined || (/^keys?$/i.test(name) && !opens(text, found.index, name))) return undefined;
  const value = valueAt(text, at);
  if (value === undefined || isCode(text, found, value) || isBadge(text, found.index) || isPart(text, found))
    return undefined;
  const inQuery = /[?&]/.test(text[found.index - 1] ?? "");
  const written = text.slice(value.start, value.end);
  // Manuals put names between backticks.
  if (isClosing(text, value, written)) return undefined;
  const kind = kindOf(found[0].includes("`") ? name.toLowerCase().replaceAll("_", "-") : name, written, {
    quoted: value.quoted,
    inQuery,
  });
  if (kind === undefined || (value.quoted && isInCode(found[0], written))) return undefined;
  const end = value.quoted ? value.end : value.start + written.replace(/[.:!?)]{1,9}$/, "").length;
  return end > value.start ? { kind, start: value.start, end } : undefined;
}

/** `Cache key: …`: the preceding word defines the kind of key. */
function opens(text: string, at: number, name: string): boolean {
  const word = /([A-Za-z]{2,20})[ -]$/.exec(text.slice(Math.max(0, at - 24), at))?.[1];
  return word === undefined || nameSays(`${word}_${name}`) !== undefined;
}

/** `password: "abc"` in a test, where JSON would quote the name and a settings file would use capitals. */
function isInCode(before: string, value: string): boolean {
  return /^[A-Za-z]+\s{0,3}:\s/.test(before) && !/[A-Z]{2}/.test(before) && /^[a-z]{1,9}$/.test(value);
}

/** `"Password: " + read()`: the quote ends the name, and code follows. */
function isClosing(text: string, { start, quoted }: Value, written: string): boolean {
  if (!quoted || !/^[ \t]{0,3}(?:[+.,;&|)\]}]|$)/.test(written)) return false;
  const line = text.slice(text.lastIndexOf("\n", start - 2) + 1, start - 1);
  return (line.split(text[start - 1]!).length - 1) % 2 === 1;
}

/** One of many parts between colons, as in a resource name or a path list: `arn:aws:…:secret:db`, `$PWD:/src`. */
function isPart(text: string, { 1: name, 2: sign, index }: RegExpExecArray): boolean {
  // `smtp://apikey:…@host`: the URL delimits its password.
  return sign === ":" && (text[index - 1] === ":" || text.startsWith("://", index - 3) || /^\$?pwd$/i.test(name!));
}

/** A badge image URL is public. */
function isBadge(text: string, at: number): boolean {
  return text.startsWith(".svg?", at - 5);
}

/** A call, a comparison, a generic type, an index. */
function isCode(text: string, found: RegExpExecArray, { end, quoted }: Value): boolean {
  return found[2] === "==" || found[2] === "===" || (!quoted && /[([<]/.test(text[end] ?? ""));
}

interface About {
  readonly quoted: boolean;
  readonly inQuery: boolean;
}

/** Kind of secret for a name and value; undefined if it is not a secret. */
export function kindOf(name: string, value: string, { quoted, inQuery }: About): string | undefined {
  const named = nameSays(name);
  if (named === undefined || isHarmless(value)) return undefined;
  if (!named.sure) {
    if (SORTABLE_ID.test(value)) return undefined;
    const isKey = inQuery && /^key$/i.test(name) && /^[\w-]{16,}$/.test(value);
    const hex = /^(?:key|auth|pass|session|sid)$/i.test(name) ? inQuery : true;
    return isKey || looksRandom(value, { named: true, hex }) ? named.kind : undefined;
  }
  // A name in capitals or with an underscore is not a word of a sentence.
  return isWritten(value, named.kind, quoted, /[A-Z]{2}|[A-Za-z0-9]_[A-Za-z]/.test(name)) ? undefined : named.kind;
}
