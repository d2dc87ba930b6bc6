/** Spoils bytes and JSON values, a little at a time. What comes out depends on the random source alone. */
import { type Random, random } from "./random.js";

export { type Random, random };

/** Words that parsers and lookups have stumbled over. */
export const HARD_TEXTS: readonly string[] = [
  "",
  " ",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "null",
  "-0",
  "1e999",
  "NaN",
  "../../..",
  "/dev/null",
  "C:\\x",
  "a\u0000b",
  "\ud800",
  "\u202e",
  "\ufeff",
  "${HOME}",
  "$(id)",
  "`id`",
  "'; exit 0; '",
  "(a+)+$",
  "[",
  "*".repeat(40),
  "\n\n---\n",
  "{}",
  '{"decision":"allow"}',
  "x".repeat(700),
];

const HARD_NUMBERS: readonly number[] = [0, -0, -1, 1, 2 ** 31, 2 ** 53, -(2 ** 53), 1e308, 0.1, 4_294_967_296];
const HARD_VALUES: readonly unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { "": "" },
  { toString: 1, valueOf: null },
];
const TOKENS: readonly string[] = [
  "{",
  "}",
  "[",
  "]",
  ",",
  ":",
  '"',
  "'",
  "\\",
  "//",
  "/*",
  "*/",
  "#",
  "\n",
  "\r",
  "\t",
  "- ",
  "---\n",
  "&a ",
  "*a",
  "<<: ",
  "!!js/function ",
  "? ",
  "|\n",
  "null",
  "true",
  "1e999",
  "\ufeff",
  '"__proto__":{}',
  '"hooks":',
];
/** Not UTF-8, or not what an editor would write. */
const BAD_BYTES: readonly (readonly number[])[] = [
  [0xff],
  [0xfe, 0xff],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf5, 0x80, 0x80, 0x80],
  [0x80],
  [0x00],
  [0x1b],
];

export function mutateBytes(random: Random, bytes: Uint8Array): Buffer {
  let spoiled: Buffer = Buffer.from(bytes);
  for (let left = 1 + random.int(3); left > 0; left--) spoiled = spoilBytes(random, spoiled);
  return spoiled;
}

function spoilBytes(random: Random, bytes: Buffer): Buffer {
  const at = random.int(bytes.length + 1);
  const end = Math.min(bytes.length, at + 1 + random.int(random.chance(0.5) ? 4 : 64));
  const put = (middle: Uint8Array, upTo = at) => Buffer.concat([bytes.subarray(0, at), middle, bytes.subarray(upTo)]);
  switch (random.int(9)) {
    case 0: {
      const copy = Buffer.from(bytes);
      if (at < copy.length) copy[at] = copy[at]! ^ (1 << random.int(8));
      return copy;
    }
    case 1:
      return put(Buffer.alloc(0), end);
    case 2:
      return put(bytes.subarray(at, end));
    case 3:
      return put(Buffer.from(random.pick(TOKENS)));
    case 4:
      return put(Buffer.from(random.pick(TOKENS)), end);
    case 5:
      return put(Buffer.from(random.pick(BAD_BYTES)));
    case 6:
      return put(Buffer.from(random.pick(HARD_TEXTS)));
    case 7:
      return bytes.subarray(0, at);
    default: {
      const from = random.int(bytes.length + 1);
      return put(bytes.subarray(from, from + random.int(200)));
    }
  }
}

/** The same kind of value, with something in it changed, moved, doubled, missing or nested. */
export function mutateJson(random: Random, value: unknown): unknown {
  const copy = structuredClone(value);
  for (let left = 1 + random.int(3); left > 0; left--) {
    const place = random.pick(placesIn(copy));
    if (place === undefined) return hardValue(random);
    spoilPlace(random, place, copy);
  }
  return copy;
}

interface Place {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string;
}

function placesIn(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== "object" || value === null) return found;
  for (const key of Object.keys(value)) {
    found.push({ holder: value as Place["holder"], key });
    placesIn((value as Record<string, unknown>)[key], found);
  }
  return found;
}

function spoilPlace(random: Random, { holder, key }: Place, whole: unknown): void {
  const old = (holder as Record<string, unknown>)[key];
  const put = (name: string, value: unknown) =>
    Object.defineProperty(holder, name, { value, enumerable: true, writable: true, configurable: true });
  switch (random.int(8)) {
    case 0:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete holder[key];
      return;
    case 1:
      return void put(key, hardValue(random));
    case 2:
      if (Array.isArray(holder)) return void holder.push(old);
      return void put(random.pick(HARD_TEXTS), old);
    case 3: {
      if (Array.isArray(holder)) return void holder.reverse();
      delete holder[key];
      return void put(random.chance(0.5) ? key.toUpperCase() : random.pick(HARD_TEXTS), old);
    }
    case 4:
      return void put(key, random.chance(0.5) ? [old] : { [random.pick(["value", "0", "__proto__x"])]: old });
    case 5:
      return void put(key, nested(random));
    case 6:
      return void put(key, structuredClone(random.pick([...placesIn(whole).map((at) => valueAt(at)), null])));
    default:
      return void put(key, similar(random, old));
  }
}

const valueAt = ({ holder, key }: Place): unknown => (holder as Record<string, unknown>)[key];

function hardValue(random: Random): unknown {
  switch (random.int(3)) {
    case 0:
      return random.pick(HARD_TEXTS);
    case 1:
      return random.pick(HARD_NUMBERS);
    default:
      return structuredClone(random.pick(HARD_VALUES));
  }
}

function nested(random: Random): unknown {
  const list = random.chance(0.5);
  let value: unknown = random.pick(HARD_TEXTS);
  for (let left = random.pick([3, 40, 400]); left > 0; left--) value = list ? [value] : { a: value };
  return value;
}

function similar(random: Random, old: unknown): unknown {
  if (typeof old === "number") return random.chance(0.5) ? -old : old * 1e9;
  if (typeof old === "boolean") return !old;
  if (typeof old !== "string") return JSON.stringify(old) ?? "";
  const at = random.int(old.length + 1);
  return old.slice(0, at) + random.pick(HARD_TEXTS) + old.slice(random.chance(0.5) ? at : old.length);
}
