/** Parses a `sed` script: the files it writes (`w`, `W`, `s///w`) and the commands it runs (`e`, `s///e`). */
import { literal } from "../model/equivalent-program.js";
import { UNKNOWN, type Word } from "../model/invocation.js";
import { bracketedEnd } from "./pattern-end.js";
import { LONGEST_SCRIPT, type ScriptActs } from "./script-acts.js";

/**
 * Three ways to find the end of a pattern: brackets count and a backslash escapes inside them; brackets count and it
 * does not; brackets do not count and each line is parsed alone.
 */
const READINGS = ["escapes", "literal", "lines"] as const;

/** Returns undefined if the script is too long to parse. */
export function readSedScript(script: string): ScriptActs | undefined {
  if (script.length > LONGEST_SCRIPT) return undefined;
  const readings = READINGS.map((reading) => new SedReader(script, reading).read());
  return {
    writes: unique(readings.flatMap(({ writes }) => writes)).map((file) => ({ file, appends: false })),
    runs: unique(readings.flatMap(({ runs }) => runs)),
    // The third way is that of old programs. It adds side effects but does not reject scripts that current programs
    // accept.
    certain: readings.slice(0, 2).every(({ certain }) => certain),
  };
}

export interface SedArguments {
  readonly scripts: readonly string[];
  /** Arguments without `-e` and its scripts. */
  readonly rest: readonly Word[];
}

/**
 * Finds the sed scripts in the arguments. Without `-e` or `-f` the first operand is the script. Some programs stop
 * reading options there, so it also counts when a later `-e` follows.
 */
export function sedScripts(args: readonly Word[]): SedArguments {
  const scripts: string[] = [];
  const rest: Word[] = [];
  let operand: string | undefined;
  let fromFile = false;
  for (let at = 0; at < args.length; at++) {
    const { text } = args[at]!;
    const [, joined] = /^(?:--e[a-z]*=|-[nErsuz]*e(?=[\s\S]))([\s\S]*)$/.exec(text) ?? [];
    const takes = /^(?:--e[a-z]*|-[nEirsuz]{0,6}e)$/.test(text);
    if (joined !== undefined) scripts.push(joined);
    // A missing script counts as one that writes.
    else if (takes) scripts.push(args[++at]?.text ?? "w");
    // `-ie` edits in place in some programs, and not every program accepts abbreviated long options.
    if ((joined !== undefined || takes) && /^(?:-[^-i]*e|--expression(?:=|$))/.test(text)) continue;
    rest.push(takes ? literal(text) : args[at]!);
    if (joined !== undefined || takes) continue;
    if (text === "--") {
      if (scripts.length === 0 && !fromFile) operand ??= args[at + 1]?.text;
      rest.push(...args.slice(at + 1));
      break;
    }
    if (/^(?:-[nErsuz]*f|--fi)/.test(text)) fromFile = true;
    if (/^(?:-l|--line-length)$/.test(text) && args[at + 1] !== undefined) rest.push(args[++at]!);
    else if ((!text.startsWith("-") || text === "-") && scripts.length === 0 && !fromFile) operand ??= text;
  }
  if (operand !== undefined) scripts.push(operand);
  return { scripts, rest };
}

class SedReader {
  readonly writes: string[] = [];
  readonly runs: string[] = [];
  certain = true;
  readonly #text: string;
  readonly #reading: (typeof READINGS)[number];
  #at = 0;

  constructor(text: string, reading: (typeof READINGS)[number]) {
    this.#text = text;
    this.#reading = reading;
  }

  read(): this {
    for (;;) {
      this.#take(/[\s;]*/y);
      if (this.#next === "") return this;
      this.#addresses();
      this.#command();
    }
  }

  get #next(): string {
    return this.#text[this.#at] ?? "";
  }

  /** Consumes the match at this position; the pattern is sticky. */
  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #addresses(): void {
    for (;;) {
      if (this.#next === "/" || this.#next === "\\") {
        this.#at += this.#next === "\\" ? 1 : 0;
        this.#pattern(this.#delimiter());
        this.#take(/[IM]*/y);
      } else this.#take(/\d+|\$/y);
      this.#take(/[ \t]*/y);
      if (this.#take(/~\d+[ \t]*/y) !== "" && this.#next !== ",") break;
      if (this.#take(/,[ \t]*[+~]?/y) === "") break;
    }
    this.#take(/!?[ \t]*/y);
  }

  #command(): void {
    const command = this.#next;
    this.#at++;
    switch (command) {
      case "s": {
        const delimiter = this.#delimiter();
        this.#pattern(delimiter);
        const replacement = this.#upTo(delimiter);
        // `s///e` runs the resulting line: the replacement and the text around it.
        if (this.#take(/[gpiIMme\d]*/y).includes("e")) this.runs.push(UNKNOWN, commandOf(replacement));
        if (this.#next !== "w") return this.#ends();
        this.#at++;
        return this.#write();
      }
      case "y": {
        const delimiter = this.#delimiter();
        this.#upTo(delimiter);
        this.#upTo(delimiter);
        return this.#ends();
      }
      case "w":
      case "W":
        return this.#write();
      case "e":
        return void this.runs.push(this.#continuedLine().trim() || UNKNOWN);
      case "{":
      case "}":
        return;
      case "#":
      case "r":
      case "R":
        return void this.#line();
      case "b":
      case "t":
      case "T":
      case ":":
        // Some programs read a label to the end of the line; others stop at a semicolon.
        if (!/^[ \t]*\w*$/.test(this.#take(/[ \t]*[^\s;}]*/y))) this.certain = false;
        return this.#ends();
      case "q":
      case "Q":
      case "l":
      case "L":
        this.#take(/[ \t]*\d*/y);
        return this.#ends();
      case "a":
      case "i":
      case "c":
        // Literal text. A continuation after a backslash is also parsed as commands.
        if (this.#line().endsWith("\\")) this.certain = false;
        return;
      default:
        if (/^[=dDgGhHnNpPxzF]$/.test(command)) return this.#ends();
        this.certain = false;
        // A pattern in an unexpected position is skipped as a whole.
        if (command === "/" || command === "\\") this.#at--;
    }
  }

  #line(): string {
    return this.#take(/[^\n]*/y);
  }

  /** A backslash at the end of a line continues it. */
  #continuedLine(): string {
    if (this.#reading === "lines") return this.#line();
    return this.#take(/(?:[^\n\\]|\\[\s\S]?)*/y).replaceAll("\\\n", "\n");
  }

  #write(): void {
    const file = this.#line().trim();
    if (file === "") this.certain = false;
    else this.writes.push(file);
  }

  #ends(): void {
    this.#take(/[ \t]*/y);
    if (!/^[;}\n#]?$/.test(this.#next)) this.certain = false;
  }

  #delimiter(): string {
    const delimiter = this.#next;
    if (delimiter === "\\" || delimiter === "\n" || delimiter === "") this.certain = false;
    if (delimiter !== "\n") this.#at++;
    return delimiter;
  }

  #pattern(delimiter: string): void {
    const escapes = bracketedEnd(this.#text, this.#at, delimiter, true);
    const literal = bracketedEnd(this.#text, this.#at, delimiter, false);
    if (escapes === undefined || escapes !== literal) this.certain = false;
    const end = { escapes, literal, lines: undefined }[this.#reading];
    if (end === undefined) this.#upTo(delimiter);
    else this.#at = end + 1;
  }

  /** Reads up to an unescaped delimiter and moves past it. */
  #upTo(delimiter: string): string {
    const start = this.#at;
    for (; this.#at < this.#text.length; this.#at++) {
      if (this.#next === "\\" && !(this.#reading === "lines" && this.#text[this.#at + 1] === "\n")) this.#at++;
      else if (this.#next === "\n") break;
      else if (this.#next === delimiter) return this.#text.slice(start, this.#at++);
    }
    this.certain = false;
    return this.#text.slice(start, this.#at);
  }
}

/** A replacement as a command line: `&` and `\\1` stand for matched input. */
function commandOf(replacement: string): string {
  const text = replacement.replace(/\\(\d)|\\([\s\S])|&/g, (_, group, escaped) =>
    group === undefined && escaped !== undefined ? escaped : UNKNOWN,
  );
  return text.trim() || UNKNOWN;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}
