/**
 * Whether a script of `sed` writes no file and runs nothing. Whatever could be read in two ways
 * is refused.
 */
import { patternEnd } from "./brackets.js";

class Reader {
  readonly #text: string;
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get next(): string {
    return this.#text[this.at] ?? "";
  }

  /** Takes what fits here; the pattern is sticky. */
  take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  /** Text up to a delimiter that is not escaped. */
  upTo(delimiter: string): string | undefined {
    const start = this.at;
    for (; this.at < this.#text.length; this.at++) {
      if (this.next === "\\") this.at++;
      else if (this.next === "\n") return undefined;
      else if (this.next === delimiter) return this.#text.slice(start, this.at++);
    }
    return undefined;
  }

  pattern(delimiter: string): boolean {
    if (delimiter === "\\" || delimiter === "\n" || delimiter === "") return false;
    const end = patternEnd(this.#text, this.at, delimiter);
    this.at = (end ?? this.#text.length) + 1;
    return end !== undefined;
  }
}

export function sedOnlyReads(script: string): boolean {
  const reader = new Reader(script);
  for (;;) {
    reader.take(/[\s;]*/y);
    if (reader.next === "") return true;
    if (!readAddresses(reader) || !readCommand(reader)) return false;
  }
}

function readAddresses(reader: Reader): boolean {
  for (;;) {
    if (reader.next === "/" || reader.next === "\\") {
      reader.at += reader.next === "\\" ? 1 : 0;
      const delimiter = reader.next;
      reader.at++;
      if (!reader.pattern(delimiter)) return false;
      reader.take(/[IM]*/y);
    } else reader.take(/\d+|\$/y);
    reader.take(/[ \t]*/y);
    if (reader.take(/~\d+[ \t]*/y) !== undefined && reader.next !== ",") break;
    if (reader.take(/,[ \t]*[+~]?/y) === undefined) break;
  }
  reader.take(/!?[ \t]*/y);
  return true;
}

function readCommand(reader: Reader): boolean {
  const command = reader.next;
  reader.at++;
  switch (command) {
    case "s": {
      const delimiter = reader.next;
      reader.at++;
      if (!reader.pattern(delimiter) || reader.upTo(delimiter) === undefined) return false;
      reader.take(/[gpiIMm\d]*/y);
      return ends(reader);
    }
    case "y": {
      const delimiter = reader.next;
      reader.at++;
      return reader.upTo(delimiter) !== undefined && reader.upTo(delimiter) !== undefined && ends(reader);
    }
    case "{":
    case "}":
      return true;
    case "#":
      return reader.take(/[^\n]*/y) !== undefined;
    case "b":
    case "t":
    case "T":
    case ":":
      reader.take(/[ \t]*\w*/y);
      return ends(reader);
    case "q":
    case "Q":
    case "l":
    case "L":
      reader.take(/[ \t]*\d*/y);
      return ends(reader);
    case "a":
    case "i":
    case "c":
      // The rest of the line is text. One that goes on behind a backslash is left alone.
      return !(reader.take(/[^\n]*/y) ?? "").endsWith("\\");
    case "r":
    case "R":
      return reader.take(/[^\n]*/y) !== undefined;
    default:
      return /^[=dDgGhHnNpPxzF]$/.test(command) && ends(reader);
  }
}

function ends(reader: Reader): boolean {
  reader.take(/[ \t]*/y);
  return /^[;}\n#]?$/.test(reader.next);
}
