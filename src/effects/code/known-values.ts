/** Return values of common functions, if they can be computed from the arguments. */
import { UNKNOWN } from "../model/invocation.js";
import type { Call } from "./language.js";
import { NOTHING_KNOWN, text, type Value } from "./value.js";

/** Returns its argument unchanged for our purposes. */
export function sameText({ args }: Call): Value | undefined {
  return args[0];
}

/** An absolute segment discards the segments before it. */
export function joinedPath({ args }: Call): Value {
  let found: Value = text("");
  for (const part of args) {
    const texts = found.texts.flatMap((one) =>
      part.texts.map((other) => (other.startsWith("/") || one === "" ? other : `${one}/${other}`)),
    );
    found = texts.length > 16 ? NOTHING_KNOWN : { texts, ...(found.many || part.many ? { many: true as const } : {}) };
  }
  return found;
}

/** The entries of a directory. */
export function within(folder: Value, pattern: Value): Value {
  return { ...joinedPath({ args: [folder, pattern] } as unknown as Call), many: true };
}

/** Decoded text: its value if known, and always marked as encoded. */
export function decoded(hidden: Value | undefined, how: "base64" | "hex" | "unknown"): Value {
  const source = hidden?.texts.length === 1 ? hidden.texts[0]! : UNKNOWN;
  const plain =
    source.includes(UNKNOWN) || how === "unknown" ? UNKNOWN : how === "hex" ? fromHex(source) : fromBase64(source);
  return { texts: [plain], from: hidden?.from ?? "decoded" };
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

export function fromBase64(source: string): string {
  const bytes: number[] = [];
  let bits = 0;
  let held = 0;
  for (const char of source.replaceAll("-", "+").replaceAll("_", "/")) {
    const value = ALPHABET.indexOf(char);
    if (value === -1) {
      if (char === "=" || /\s/.test(char)) continue;
      return UNKNOWN;
    }
    held = ((held << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((held >> bits) & 0xff);
    }
  }
  return fromBytes(bytes);
}

function fromHex(source: string): string {
  const pairs = source.replace(/\s/g, "").match(/[0-9a-fA-F]{2}/g);
  return pairs === null ? UNKNOWN : fromBytes(pairs.map((pair) => Number.parseInt(pair, 16)));
}

function fromBytes(bytes: readonly number[]): string {
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
