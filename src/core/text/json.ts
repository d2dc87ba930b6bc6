/** Helpers for plain JSON values. Pure. */

export type JsonObject = { [key: string]: unknown };

export function isRecord(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Converts any value to a string. Unlike `String` it accepts objects without a `toString`, or with one that is not a
 * function.
 */
export function asText(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return typeof value; // nested too deeply, or cyclic
  }
}

/** Parses a JSON object; undefined for anything else. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // truncated, or not JSON
  }
}

/** Own property of a table, never an inherited one: names come from outside and may be "constructor". */
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

/** Compact JSON with sorted keys: equal values give equal strings. */
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
 * Escapes as `\\u001b` the characters that control a terminal, or hide or reorder text. The JSON keeps its meaning,
 * because `JSON.stringify` leaves such characters only in strings. Line feeds stay.
 */
export function escapeUnseen(text: string): string {
  if (!/[^\n -~]/.test(text)) return text;
  return text.replace(UNSEEN, (char) =>
    Array.from({ length: char.length }, (_, at) => `\\u${char.charCodeAt(at).toString(16).padStart(4, "0")}`).join(""),
  );
}

/** Spread first into copies that get further fields, are frozen, or are kept: otherwise V8 creates a hidden class per object. */
export const BLANK = {};

/** A deeply frozen copy. Anything other than arrays and plain objects stays as it is. */
export function frozenCopy<T>(value: T): T {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy)) as T;
  return isPlain(value) ? (freezeNew({ ...BLANK, ...value }) as T) : value;
}

/** Freezes a new object, with frozen copies of its values. */
export function freezeNew<T extends JsonObject>(made: T): T {
  for (const key in made) {
    const inner = made[key];
    if (typeof inner === "object" && inner !== null) made[key] = frozenCopy(inner);
  }
  return Object.freeze(made);
}

/** Object literals and parsed JSON, also from another realm; not class instances. */
function isPlain(value: unknown): value is JsonObject {
  if (!isRecord(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Cuts at code points, so that no surrogate pair is split. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}
