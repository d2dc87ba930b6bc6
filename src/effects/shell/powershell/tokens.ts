/** Words, blocks and separators of PowerShell text. One pass; quoted text stays together. */
import { UNKNOWN } from "../../model/invocation.js";

export type Token =
  | { readonly kind: "word"; readonly text: string; readonly source: string; readonly literal: boolean }
  /** `(…)`, `{…}`, `$(…)`, `@(…)` with their content. */
  | { readonly kind: "block"; readonly open: string; readonly text: string; readonly source: string }
  | { readonly kind: "pipe" | "end" | "call" }
  | { readonly kind: "redirect"; readonly operator: ">" | ">>" };

const CLOSES: Readonly<Record<string, string>> = { "(": ")", "{": "}" };

/** In order: a variable has the value assigned before. */
export function* tokensOf(text: string, variable: (name: string) => string): Generator<Token> {
  let at = 0;
  while (at < text.length) {
    const char = text[at]!;
    const two = text.slice(at, at + 2);
    if (/[ \t\r]/.test(char)) at++;
    else if (two === "<#") at = orEnd(text.indexOf("#>", at), text) + 2;
    else if (char === "#") at = orEnd(text.indexOf("\n", at), text);
    else if (two === "`\n") at += 2;
    else if (char === "\n" || char === ";" || two === "&&" || two === "||") {
      yield { kind: "end" };
      at += two === "&&" || two === "||" ? 2 : 1;
    } else if (char === "|") {
      yield { kind: "pipe" };
      at++;
    } else if (char === "&") {
      yield { kind: "call" };
      at++;
    } else if (char === ">") {
      yield { kind: "redirect", operator: two === ">>" ? ">>" : ">" };
      at += two === ">>" ? 2 : 1;
    } else if (char === "}" || char === ")") at++;
    else {
      const open = char === "$" || char === "@" ? text[at + 1] : char;
      if ((open === "(" || open === "{") && !(char === "$" && open === "{")) {
        const from = at + (open === char ? 1 : 2);
        const end = closing(text, from, open);
        yield { kind: "block", open, text: text.slice(from, end), source: text.slice(at, end + 1) };
        at = end + 1;
      } else {
        const word = wordAt(text, at, variable);
        yield word.token;
        at = Math.max(word.end, at + 1);
      }
    }
  }
}

function orEnd(at: number, text: string): number {
  return at === -1 ? text.length : at;
}

/** Index of the closing bracket, ignoring quotes. */
function closing(text: string, from: number, open: string): number {
  const close = CLOSES[open]!;
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    const char = text[at]!;
    if (char === "`") at++;
    else if (char === "'" || char === '"') at = endOfQuote(text, at) - 1;
    else if (char === open) depth++;
    else if (char === close && --depth === 0) return at;
  }
  return text.length;
}

function endOfQuote(text: string, start: number): number {
  const quote = text[start]!;
  for (let at = start + 1; at < text.length; at++) {
    if (quote === '"' && text[at] === "`") at++;
    else if (text[at] === quote) {
      if (text[at + 1] !== quote) return at + 1;
      at++;
    }
  }
  return text.length;
}

function wordAt(text: string, start: number, variable: (name: string) => string): { token: Token; end: number } {
  let value = "";
  let literal = false;
  let at = start;
  while (at < text.length && !/[\s;|>){}(,]/.test(text[at]!)) {
    const char = text[at]!;
    if (char === "'" || char === '"') {
      const end = endOfQuote(text, at);
      const inner = text.slice(at + 1, Math.max(at + 1, end - 1));
      value += char === "'" ? inner.replaceAll("''", "'") : filled(inner.replace(/`(.)/gs, "$1"), variable);
      if (at === start) literal = true;
      at = end;
    } else if (char === "`") {
      value += text[at + 1] ?? "";
      at += 2;
    } else if (char === "$") {
      const name = /^\$(?:\{([^}]{1,80})\}|([\w:?]{1,80}))/.exec(text.slice(at, at + 90));
      value += name === null ? char : variable(name[1] ?? name[2]!);
      at += name === null ? 1 : name[0].length;
    } else {
      value += char;
      at++;
    }
  }
  if (text[at] === ",") {
    const next = wordAt(text, at + 1, variable);
    const source = text.slice(start, next.end);
    if (next.token.kind === "word" && at > start)
      return { token: { kind: "word", text: `${value},${next.token.text}`, source, literal: false }, end: next.end };
    return { token: { kind: "word", text: value, source: text.slice(start, at), literal }, end: at + 1 };
  }
  return { token: { kind: "word", text: value, source: text.slice(start, at), literal }, end: at };
}

function filled(text: string, variable: (name: string) => string): string {
  return text
    .replace(/\$\((?:[^()]|\([^()]{0,200}\)){0,500}\)/g, UNKNOWN)
    .replace(/\$(?:\{([^}]{1,80})\}|([\w:]{1,80}))/g, (_, braced?: string, plain?: string) =>
      variable(braced ?? plain!),
    );
}
