/**
 * Whether a program of `awk` writes no file and starts nothing: no `system`, no pipe, no `print >` but to where nothing
 * is kept. A slash may begin a pattern or divide; where that cannot be told it is refused.
 */
import { patternEnd } from "./brackets.js";

const TOKEN =
  /[ \t\r]+|\\\n|#[^\n]*|"(?:[^"\\\n]|\\[\s\S])*"|\d[\w.]*|\.\d+|[A-Za-z_]\w*|\|\||&&|>>|>=|<=|==|!=|!~|\+\+|--|\+=|-=|\*=|%=|\^=|\*\*|[\s\S]/y;
const RUNS = new Set(["system", "getline", "fflush", "close"]);
const BEFORE_PATTERN = /^(?:[({,;!~&|=<>+\-*%^?:}\n]|&&|\|\||==|!=|!~|<=|>=|print|printf|return|case|else|do|exit)?$/;
const NOWHERE = new Set(['"/dev/null"', '"/dev/stderr"', '"/dev/stdout"']);

export function awkOnlyReads(program: string): boolean {
  /** For each open parenthesis: whether it belongs to `if`, `while` or `for`. */
  const open: boolean[] = [];
  let before = "";
  let beforeThat = "";
  let printing: number | undefined;
  for (let at = 0; at < program.length; ) {
    TOKEN.lastIndex = at;
    let token = TOKEN.exec(program)![0];
    if (token === "/" && mayBePattern(before)) {
      const pattern = readPattern(program, at);
      if (pattern === undefined) return false;
      token = pattern;
    } else if (token === "/" && !divides(before, beforeThat)) return false;
    at += token.length;
    if (/^(?:[ \t\r]|\\\n|#)/.test(token)) continue;
    // Of names that run something, only those are known to be harmless that stand in no pipe: `getline < file`.
    if (token === "|" || token === "@" || token === "`" || token === '"' || token === "\\") return false;
    if (token === "system") return false;
    if (token === "(") open.push(/^(?:if|while|for)$/.test(before));
    if (token === ")" && open.pop() === true) {
      beforeThat = before;
      before = ";";
      continue;
    }
    if (token === "print" || token === "printf") printing = open.length;
    else if (/^[;}\n]$/.test(token)) printing = undefined;
    else if (/^>>?$/.test(token) && printing !== undefined && open.length <= printing) {
      const target = /[ \t]*("[^"\\\n]*")[ \t]*(?=[;}\n]|$)/y;
      target.lastIndex = at;
      if (!NOWHERE.has(target.exec(program)?.[1] ?? "")) return false;
    }
    beforeThat = before;
    before = token;
  }
  return true;
}

function mayBePattern(before: string): boolean {
  return BEFORE_PATTERN.test(before);
}

function divides(before: string, beforeThat: string): boolean {
  if (RUNS.has(before) || before === "length" || before === "in") return false;
  return /^(?:[\w.]+|[)\]])$/.test(before) || (/^(?:\+\+|--)$/.test(before) && /^[\w\])]+$/.test(beforeThat));
}

/** To some a slash within brackets ends a pattern, to others it does not. */
function readPattern(program: string, start: number): string | undefined {
  const end = patternEnd(program, start + 1, "/");
  const text = end === undefined ? undefined : program.slice(start, end + 1);
  return text === undefined || /(?<!\\)\//.test(text.slice(1, -1)) ? undefined : text;
}
