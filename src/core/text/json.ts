/** Small facts about plain JSON values. Pure. */

export type JsonObject = { [key: string]: unknown };

export function isRecord(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Any value as text. Unlike `String` it bears objects without a `toString`, or with one that is no function. */
export function asText(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return typeof value; // nested too deeply, or in itself
  }
}

/** The object that a text holds as JSON; undefined for anything else. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // half of one, or no JSON at all
  }
}

/** The entry of a table, never something inherited: names come from outside and may be "constructor". */
export function lookUp<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = a as JsonObject;
  const right = b as JsonObject;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every((key) => Object.hasOwn(right, key) && sameJson(left[key], right[key]));
}

/** Key-sorted compact JSON: equal values give equal text, whatever order their keys were written in. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isRecord(value)) return JSON.stringify(value) ?? "null";
  const fields: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const inner = value[key];
    if (inner !== undefined && typeof inner !== "function")
      fields.push(`${JSON.stringify(key)}:${canonicalJson(inner)}`);
  }
  return `{${fields.join(",")}}`;
}

const UNSEEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Written as `\\u001b`: what steers a terminal, or hides or reorders text. JSON keeps its meaning, because `JSON.stringify`
 * leaves such characters only within strings. Line feeds stay.
 */
export function escapeUnseen(text: string): string {
  if (!/[^\n -~]/.test(text)) return text;
  return text.replace(UNSEEN, (char) =>
    Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** Spread first into each copy: otherwise V8 creates a hidden class per frozen object. */
const BLANK = {};

/** A copy that nobody can change, however deep. What is neither an array nor a plain object stays what it is. */
export function frozenCopy<T>(value: T): T {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as T;
  return isPlain(value) ? (freezeNew({ ...BLANK, ...value }) as T) : value;
}

/** Freezes an object that was just made, with frozen copies of what it holds. */
export function freezeNew<T extends JsonObject>(made: T): T {
  for (const key in made) {
    const inner = made[key];
    if (typeof inner === "object" && inner !== null) made[key] = frozenCopy(inner);
  }
  return Object.freeze(made);
}

/** Object literals and parsed JSON, also of another realm; no instances of a class. */
function isPlain(value: unknown): value is JsonObject {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Cuts on code points, so that no surrogate pair is split. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}
