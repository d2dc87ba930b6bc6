/** Tokenises code in one pass over the text. */

import { withoutEscapes } from "./escapes.js";
import { closingBrace, isValue, matchAt, variableLength } from "./scan.js";
import type { Part, Quote, Spelling, Token } from "./token.js";

/** Maximum nesting of code in strings. */
const DEEPEST = 8;
const MOST_HEREDOCS = 50;
const NAME = /[\w\u0080-\uffff]+/y;
const BLANK = /[ \t\r\f\v\u00a0]+/y;
const LETTER = /[A-Za-z_\u0080-\uffff]/;
const NUMBER = /\d[\w.]*/y;
/** Multi-character operators, by first character. */
const MARKS = new Map<string, string[]>();
for (const mark of "=== !== ** -> :: => ?. == != <= >= += .= .. && || :=".split(" "))
  MARKS.set(mark[0]!, [...(MARKS.get(mark[0]!) ?? []), mark]);
const CLOSING: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">" };

export function tokensOf(text: string, spelling: Spelling, offset = 0, depth = 0): Token[] {
  return new Tokeniser(text, spelling, offset, depth).all();
}

class Tokeniser {
  readonly #found: Token[] = [];
  readonly #comments: ReadonlySet<string>;
  #at = 0;
  #heredocs = 0;

  constructor(
    readonly text: string,
    readonly spelling: Spelling,
    readonly offset: number,
    readonly depth: number,
  ) {
    const { lineComments, blockComments } = spelling;
    this.#comments = new Set([...lineComments, ...blockComments.map(([open]) => open)].map((start) => start[0]!));
  }

  all(): Token[] {
    while (this.#at < this.text.length) this.#next();
    return this.#found;
  }

  #next(): void {
    const { text, spelling } = this;
    const char = text[this.#at]!;
    if (char === "\n") return this.#mark("\n");
    if (char === "\\" && text[this.#at + 1] === "\n") return this.#skip(2);
    if (char <= " " || char === "\u00a0") return this.#skip(matchAt(BLANK, text, this.#at)?.length ?? 1);
    if (this.#comments.has(char) && this.#comment()) return;
    if (spelling.heredocs !== undefined && char === "<" && this.#heredoc(spelling.heredocs)) return;
    if (spelling.longBrackets && char === "[" && this.#longBracket()) return;
    if (spelling.generic !== undefined && (char === "%" || /[qmsty]/.test(char)) && this.#generic(spelling.generic))
      return;
    if (spelling.prefixes !== undefined && /[rbuf]/i.test(char)) {
      const prefix = matchAt(spelling.prefixes, text, this.#at);
      if (prefix !== undefined) return this.#string(prefix.toLowerCase(), this.#at + prefix.length);
    }
    if (spelling.quotes[char] !== undefined) return this.#string("", this.#at);
    if (spelling.patterns && char === "/" && this.#pattern()) return;
    this.#word(char);
  }

  #word(char: string): void {
    const sigil = this.spelling.sigils.includes(char) ? 1 : 0;
    const first = sigil === 0 ? char : (this.text[this.#at + 1] ?? "");
    if (LETTER.test(first)) {
      const name = matchAt(NAME, this.text, this.#at + sigil)!;
      return this.#push({ type: "name", text: sigil === 0 ? name : char + name, ...this.#span(sigil + name.length) });
    }
    // The tag of a template: $`ls`.
    if (char === "$" && first === "`") return this.#push({ type: "name", text: "$", ...this.#span(1) });
    const number = char >= "0" && char <= "9" ? matchAt(NUMBER, this.text, this.#at) : undefined;
    if (number !== undefined) return this.#push({ type: "number", text: number, ...this.#span(number.length) });
    const marks = MARKS.get(char);
    this.#mark(marks?.find((mark) => this.text.startsWith(mark, this.#at)) ?? char);
  }

  #comment(): boolean {
    const { text, spelling } = this;
    for (const [open, close] of spelling.blockComments)
      if (text.startsWith(open, this.#at)) {
        // `=begin` and `=pod` count only at the start of a line.
        if (open.startsWith("=") && this.#at > 0 && text[this.#at - 1] !== "\n") continue;
        const end = text.indexOf(close, this.#at + open.length);
        this.#at = end === -1 ? text.length : end + close.length;
        return true;
      }
    if (!spelling.lineComments.some((start) => text.startsWith(start, this.#at))) return false;
    const end = text.indexOf("\n", this.#at);
    this.#at = end === -1 ? text.length : end;
    return true;
  }

  #string(prefix: string, from: number): void {
    const { text, spelling } = this;
    const char = text[from]!;
    const quote = spelling.quotes[char]!;
    const delimiter = spelling.triple && text.startsWith(char.repeat(3), from) ? char.repeat(3) : char;
    const fills = quote.fills === "f" && !prefix.includes("f") ? "none" : quote.fills;
    this.#quoted(from + delimiter.length, delimiter, {
      ...quote,
      fills,
      ...(prefix.includes("r") ? { plain: true } : {}),
    });
  }

  /** Starts at the first character of the content. */
  #quoted(from: number, close: string, quote: Quote, open?: string): void {
    const { text } = this;
    let end = from;
    let level = 0;
    for (; end < text.length; end++) {
      const char = text[end]!;
      if (char === "\\") end++;
      else if (open !== undefined && char === open) level++;
      else if (text.startsWith(close, end) && level-- === 0) break;
      else if (quote.fills === "${}" && text.startsWith("${", end)) end = closingBrace(text, end + 1);
      else if (quote.fills === "#{}" && text.startsWith("#{", end)) end = closingBrace(text, end + 1);
    }
    const parts = this.#parts(text.slice(from, end), from, quote);
    const length = Math.min(end + close.length, text.length) - this.#at;
    this.#push({ type: quote.runs ? "command" : "string", parts, ...this.#span(length) });
  }

  #parts(content: string, from: number, { fills, plain }: Quote): Part[] {
    const said = (piece: string) => withoutEscapes(piece, plain === true);
    if (fills === "none") return [said(content)];
    const parts: Part[] = [];
    let start = 0;
    const fill = (at: number, inner: number, end: number, next: number) => {
      if (at > start) parts.push(said(content.slice(start, at)));
      const code = content
        .slice(inner, end)
        .replace(/^\{(\$.*)\}$/s, "$1")
        .replace(/^([$@])\{(\w+)\}$/, "$1$2");
      parts.push(this.depth < DEEPEST ? tokensOf(code, this.spelling, this.offset + from + inner, this.depth + 1) : []);
      start = next;
    };
    for (let at = 0; at < content.length; at++) {
      const char = content[at];
      if (char === "\\") at++;
      else if (fills === "f" && char === "{") {
        if (content[at + 1] === "{") at++;
        else {
          const end = closingBrace(content, at);
          const code = content.slice(at + 1, end);
          const format = /[!:](?![=:])[^"'()[\]]*$/.exec(code.slice(-40));
          fill(at, at + 1, end - (format?.[0].length ?? 0), end + 1);
          at = end;
        }
      } else if (
        (fills === "${}" && char === "$" && content[at + 1] === "{") ||
        (fills === "#{}" && char === "#" && content[at + 1] === "{")
      ) {
        const end = closingBrace(content, at + 1);
        fill(at, at + 2, end, end + 1);
        at = end;
      } else if (fills === "$" && (char === "$" || char === "@" || char === "{")) {
        const length = variableLength(content, at);
        if (length === 0) continue;
        fill(at, at, at + length, at + length);
        at += length - 1;
      }
    }
    if (start < content.length || parts.length === 0) parts.push(said(content.slice(start)));
    return parts;
  }

  #heredoc(form: RegExp): boolean {
    const head = form.exec(this.text.slice(this.#at, this.#at + 80));
    if (head === null || ++this.#heredocs > MOST_HEREDOCS) return false;
    const [whole, open = "", name = ""] = head;
    const line = this.text.indexOf("\n", this.#at);
    if (line === -1) return false;
    const rest = this.text.slice(line + 1);
    const end = new RegExp(`^[ \\t]*${name}\\b`, "m").exec(rest);
    const body = rest.slice(0, end?.index ?? rest.length);
    const quote: Quote =
      open === "'" ? { fills: "none", plain: true } : (this.spelling.quotes['"'] ?? { fills: "none" });
    this.#push({
      type: open === "`" ? "command" : "string",
      parts: this.#parts(body, line + 1, quote),
      ...this.#span(whole.length),
    });
    // Reads the rest of the here-document's first line before the lines after its body.
    const tail = tokensOf(this.text.slice(this.#at, line), this.spelling, this.offset + this.#at, this.depth + 1);
    if (this.depth < DEEPEST) this.#found.push(...tail);
    this.#at = line + 1 + (end === null ? rest.length : end.index + end[0].length);
    return true;
  }

  #longBracket(): boolean {
    const open = /^\[(=*)\[/.exec(this.text.slice(this.#at, this.#at + 12));
    if (open === null) return false;
    const close = `]${open[1]}]`;
    const from = this.#at + open[0].length;
    const end = this.text.indexOf(close, from);
    const till = end === -1 ? this.text.length : end;
    this.#push({ type: "string", parts: [this.text.slice(from, till)], ...this.#span(till + close.length - this.#at) });
    return true;
  }

  #generic(family: "perl" | "ruby"): boolean {
    const form = family === "perl" ? /(q[qxwr]?|m|s|tr|y)\s{0,2}([^\w\s,;)=])/y : /(%[qQwWxirsI]?)([([{<|!/])/y;
    form.lastIndex = this.#at;
    const head = form.exec(this.text);
    if (head === null) return false;
    const [whole, kind = "", open = ""] = head;
    const last = this.#found.at(-1);
    if (family === "perl" && last?.type === "mark" && (last.text === "->" || last.text === "::" || last.text === "{"))
      return false;
    if (family === "perl" && this.text.startsWith("=>", this.#at + whole.length - 1)) return false;
    if (family === "ruby" && kind === "%" && isValue(last)) return false;
    const close = CLOSING[open] ?? open;
    const runs = kind === "qx" || kind === "%x" ? ({ runs: true } as const) : {};
    const fills = /^(?:q|qw|%q|%w|%i)$/.test(kind) ? "none" : family === "perl" ? "$" : "#{}";
    const from = this.#at + whole.length;
    const before = this.#found.length;
    this.#quoted(from, close, { fills, ...runs }, open === close ? undefined : open);
    const made = this.#found[before]!;
    if (/^(?:qw|%w|%W|%i|%I)$/.test(kind)) {
      const words = this.text
        .slice(from, this.#at - 1)
        .split(/\s+/)
        .filter((word) => word !== "");
      this.#found[before] = { type: "words", words, at: made.at, end: made.end };
    } else if (/^(?:s|tr|y)$/.test(kind)) {
      // Skips the replacement part: a pattern and its replacement are data.
      if (open === close) this.#skipPast(close);
      this.#found[before] = { type: "number", text: "0", at: made.at, end: made.end };
    } else if (/^(?:m|qr|%r)$/.test(kind))
      this.#found[before] = { type: "number", text: "0", at: made.at, end: made.end };
    return true;
  }

  #skipPast(close: string): void {
    for (; this.#at < this.text.length; this.#at++) {
      if (this.text[this.#at] === "\\") this.#at++;
      else if (this.text[this.#at] === close) return void this.#at++;
    }
  }

  #pattern(): boolean {
    if (isValue(this.#found.at(-1))) return false;
    let inClass = false;
    for (let at = this.#at + 1; at < this.text.length && this.text[at] !== "\n"; at++) {
      const char = this.text[at];
      if (char === "\\") at++;
      else if (char === "[") inClass = true;
      else if (char === "]") inClass = false;
      else if (char === "/" && !inClass) {
        this.#push({ type: "number", text: "0", ...this.#span(at + 1 - this.#at) });
        return true;
      }
    }
    return false;
  }

  #mark(text: string): void {
    this.#push({ type: "mark", text, ...this.#span(text.length) });
  }

  #push(token: Token): void {
    this.#found.push(token);
    this.#at = token.end - this.offset;
  }

  #span(length: number): { readonly at: number; readonly end: number } {
    return {
      at: this.offset + this.#at,
      end: this.offset + Math.min(this.#at + Math.max(length, 1), this.text.length),
    };
  }

  #skip(length: number): void {
    this.#at += length;
  }
}
