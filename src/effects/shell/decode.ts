/** Decodes text: escapes, base64, base32, hex, UTF-16 and `printf`. */
import { UNKNOWN } from "../model/invocation.js";

const SIMPLE: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  e: "\u001b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
  "'": "'",
  '"': '"',
};

/** Escapes of `echo -e` and `printf`. */
export function ansiText(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|0?([0-7]{1,3})|(.))/gs,
    (all, hex?: string, short?: string, long?: string, octal?: string, one?: string) => {
      const code = hex ?? short ?? long;
      if (code !== undefined) return character(Number.parseInt(code, 16));
      if (octal !== undefined) return character(Number.parseInt(octal, 8) & 0xff);
      return SIMPLE[one!] ?? all;
    },
  );
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : UNKNOWN;
}

const BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

export function base64Text(text: string): string {
  const clean = text
    .replace(/[^A-Za-z0-9+/_-]/g, "")
    .replace(/-/g, "+")
    .replace(/_/g, "/");
  return ofBytes(clean, 6, BASE64);
}

/** The encoding of PowerShell's `-EncodedCommand`. */
export function utf16Text(text: string): string {
  const bytes = bytesOf(text.replace(/[^A-Za-z0-9+/]/g, ""), 6, BASE64);
  return text.includes(UNKNOWN) ? UNKNOWN : new TextDecoder("utf-16le").decode(new Uint8Array(bytes));
}

export function base32Text(text: string): string {
  return ofBytes(text.toUpperCase().replace(/[^A-Z2-7]/g, ""), 5, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567");
}

export function hexText(text: string): string {
  const plain = /^[0-9a-f]+:/im.test(text) ? text.replace(/^[0-9a-f]+:/gim, "").replace(/ {2}.*$/gm, "") : text;
  return ofBytes(plain.toLowerCase().replace(/[^0-9a-f]/g, ""), 4, "0123456789abcdef");
}

function ofBytes(text: string, bits: number, alphabet: string): string {
  return new TextDecoder().decode(new Uint8Array(bytesOf(text, bits, alphabet)));
}

function bytesOf(text: string, bits: number, alphabet: string): number[] {
  const bytes: number[] = [];
  let held = 0;
  let count = 0;
  for (const char of text) {
    held = ((held << bits) | alphabet.indexOf(char)) & 0xffff;
    count += bits;
    if (count >= 8) {
      count -= 8;
      bytes.push((held >> count) & 0xff);
    }
  }
  return bytes;
}

/** `printf FORMAT ARG…`: repeats the format until all arguments are used. */
export function printfText(args: readonly string[]): string {
  const [format = "", ...values] = args[0] === "-v" ? [] : args;
  const rest = [...values];
  let text = "";
  for (let round = 0; round < 100; round++) {
    const before = rest.length;
    text += once(format, rest);
    if (rest.length === 0 || rest.length === before) break;
  }
  return text;
}

const ESCAPE_OR_VALUE =
  /\\(?:x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|U[0-9a-fA-F]{1,8}|[0-7]{1,3}|.)|%(?:%|[-+ 0#]{0,5}\d{0,4}(?:\.\d{0,4})?([sbqdiuxXoc]))/gs;

/** In one pass: a `%` produced by an escape starts no conversion. */
function once(format: string, values: string[]): string {
  return format.replace(ESCAPE_OR_VALUE, (all, kind?: string) => {
    if (all === "%%") return "%";
    if (kind === undefined) return ansiText(all);
    const value = values.shift() ?? "";
    if (kind === "b") return ansiText(value);
    if (kind === "c") return value.slice(0, 1);
    if (kind === "s" || kind === "q") return value;
    return Number.isInteger(Number(value)) ? number(Number(value), kind) : UNKNOWN;
  });
}

function number(value: number, kind: string): string {
  if (kind === "o") return value.toString(8);
  return kind === "x" ? value.toString(16) : kind === "X" ? value.toString(16).toUpperCase() : String(value);
}
