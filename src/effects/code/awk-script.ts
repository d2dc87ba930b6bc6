/** Parses an `awk` program: the files it writes (`print > file`) and the commands it runs (`system`, pipes). */
import { UNKNOWN, type Word } from "../model/invocation.js";
import { withoutEscapes } from "./escapes.js";
import { patternEnd } from "./pattern-end.js";
import { isStandardStream, LONGEST_SCRIPT, type ScriptActs } from "./script-acts.js";

interface Token {
  readonly type: "name" | "string" | "number" | "mark";
  /** String value without quotes and escapes. */
  readonly text: string;
  /** A string that contains escapes or may be unterminated. */
  readonly plain: boolean;
}

/**
 * Decides whether a slash divides or starts a pattern. `grammar` follows the awk grammar; `values` reads a division
 * after anything that looks like a value.
 */
type SlashRule = "grammar" | "values";

/** Returns undefined if the program is too long to parse. */
export function readAwkScript(program: string): ScriptActs | undefined {
  if (program.length > LONGEST_SCRIPT) return undefined;
  const [grammar, values] = (["grammar", "values"] as const).map((rule) => {
    const { tokens, certain } = tokensOf(program, rule);
    const acts = actsOf(tokens);
    return { ...acts, certain: certain && acts.certain };
  });
  if (grammar!.certain) return grammar;
  return {
    writes: [...grammar!.writes, ...values!.writes],
    runs: [...grammar!.runs, ...values!.runs, ...(/\bsystem\b/.test(program) ? [UNKNOWN] : [])],
    certain: false,
  };
}

export interface AwkArguments {
  readonly programs: readonly string[];
  /** Index of the first operand: the program, unless `-e` or `-f` supplies one. */
  readonly at: number;
}

/** Finds the awk programs in the arguments. Options end at the first operand, but a later `-e` still counts. */
export function awkPrograms(args: readonly Word[]): AwkArguments {
  const programs: string[] = [];
  const given = (at: number) => {
    const [, joined] = /^(?:--so[a-z]*=|-e(?=[\s\S]))([\s\S]*)$/.exec(args[at]!.text) ?? [];
    const next = /^(?:-e|--so[a-z]*)$/.test(args[at]!.text) ? args[at + 1]?.text : undefined;
    const program = joined ?? next;
    if (program !== undefined) programs.push(program);
  };
  let hasProgram = false;
  let at = 0;
  for (; at < args.length && args[at]!.text.startsWith("-") && args[at]!.text !== "-"; at++) {
    const { text } = args[at]!;
    given(at);
    if (/^(?:-[eEf]|--(?:so|fi[a-z]*$|fi[a-z]*=|ex))/.test(text) && !/^--field/.test(text)) hasProgram = true;
    if (/^(?:-[FvWeEfil]|--(?:field-separator|assign|source|file|exec|include|load))$/.test(text)) at++;
    if (text === "--") {
      at++;
      break;
    }
  }
  if (!hasProgram && args[at] !== undefined) programs.push(args[at]!.text);
  for (let behind = at + 1; behind < args.length; behind++) given(behind);
  return { programs, at: Math.min(at, args.length) };
}

const TOKEN =
  /[ \t\r]+|\\\n|#[^\n]*|"(?:[^"\\]|\\[\s\S])*"?|\d[\w.]*|\.\d+|[A-Za-z_]\w*|\|\||&&|>>|>=|<=|==|!=|!~|\+\+|--|\+=|-=|\*=|%=|\^=|\*\*|[\s\S]/y;
const BEFORE_PATTERN = /^(?:[({,;!~&|=<>+\-*%^?:}\n]|&&|\|\||==|!=|!~|<=|>=|print|printf|return|case|else|do|exit)?$/;
const NO_OPERAND = /^(?:system|getline|fflush|close|length|in)$/;

function tokensOf(program: string, rule: SlashRule): { readonly tokens: readonly Token[]; readonly certain: boolean } {
  const tokens: Token[] = [];
  /** One entry per open parenthesis: true if it belongs to `if`, `while` or `for`. */
  const open: boolean[] = [];
  let before = "";
  let beforeThat = "";
  let certain = true;
  for (let at = 0; at < program.length; ) {
    TOKEN.lastIndex = at;
    let text = TOKEN.exec(program)![0];
    let type = typeOf(text);
    if (text === "/") {
      let isPattern = !isValue(tokens.at(-1));
      if (rule === "grammar" && BEFORE_PATTERN.test(before)) isPattern = true;
      else if (rule === "grammar" && divides(before, beforeThat)) isPattern = false;
      else certain = false;
      const end = isPattern ? slashedEnd(program, at, rule) : undefined;
      if (isPattern && end?.certain !== true) certain = false;
      if (end !== undefined) [text, type] = [program.slice(at, end.at + 1), "number"];
    }
    at += text.length;
    if (/^(?:[ \t\r]|\\\n|#)/.test(text)) continue;
    if (type === "string") {
      const plain = /^"[^"\\\n]*"$/.test(text);
      if (!/^"(?:[^"\\\n]|\\[\s\S])*"$/.test(text)) certain = false;
      tokens.push({
        type,
        plain,
        text: withoutEscapes(text.slice(1, text.length > 1 && text.endsWith('"') ? -1 : undefined), false),
      });
    } else tokens.push({ type, plain: true, text: text.startsWith("/") && type === "number" ? "0" : text });
    // Indirect calls and includes (`@`), and syntax that no awk accepts.
    if (text === "@" || text === "`" || text === "\\") certain = false;
    if (text === "(") open.push(/^(?:if|while|for)$/.test(before));
    beforeThat = before;
    before = text === ")" && open.pop() === true ? ";" : text;
  }
  return { tokens, certain };
}

function typeOf(text: string): Token["type"] {
  if (text.startsWith('"')) return "string";
  if (/^[A-Za-z_]/.test(text)) return "name";
  return /^\.?\d/.test(text) ? "number" : "mark";
}

function isValue(token: Token | undefined): boolean {
  if (token === undefined) return false;
  if (token.type === "mark") return /^[)\]}]$/.test(token.text);
  return !(token.type === "name" && /^(?:return|case|in|if|print|split)$/.test(token.text));
}

function divides(before: string, beforeThat: string): boolean {
  if (NO_OPERAND.test(before)) return false;
  return /^(?:[\w.]+|[)\]])$/.test(before) || (/^(?:\+\+|--)$/.test(before) && /^[\w\])]+$/.test(beforeThat));
}

/** Implementations differ on whether a slash inside brackets ends a pattern. */
function slashedEnd(program: string, start: number, rule: SlashRule) {
  const end = rule === "grammar" ? patternEnd(program, start + 1, "/") : undefined;
  if (end !== undefined && !/(?<!\\)\//.test(program.slice(start + 1, end))) return { at: end, certain: true };
  let inBrackets = false;
  for (let at = start + 1; at < program.length && program[at] !== "\n"; at++) {
    if (program[at] === "\\") at++;
    else if (program[at] === "[") inBrackets = true;
    else if (program[at] === "]") inBrackets = false;
    else if (program[at] === "/" && !inBrackets) return { at, certain: false };
  }
  return undefined;
}

function actsOf(tokens: readonly Token[]): ScriptActs {
  const writes: { file: string; appends: boolean }[] = [];
  const runs: string[] = [];
  let certain = true;
  const texts = new Map<string, string>();
  tokens.forEach((token, at) => {
    if (token.type === "name" && isMark(tokens[at + 1], "="))
      texts.set(token.text, joined(tokens.slice(at + 2), texts));
  });
  let printing = false;
  let level = 0;
  tokens.forEach((token, at) => {
    const text = token.type === "name" || token.type === "mark" ? token.text : "";
    if (text === "print" || text === "printf") [printing, level] = [true, 0];
    else if (text === ";" || text === "\n" || text === "}") printing = false;
    else if (text === "(") level++;
    else if (text === ")") level--;
    if (text === "system" && !isMark(tokens[at + 1], "(")) certain = false;
    else if (text === "system") {
      const [argument] = tokens.slice(at + 2);
      runs.push(joined(tokens.slice(at + 2), texts));
      if (argument?.type !== "string" && !isMark(argument, ")")) runs.push(UNKNOWN);
    }
    // `@f("id")` calls the function named by `f`, which may be `system`.
    if (text === "@" && isMark(tokens[at + 2], "(")) runs.push(UNKNOWN);
    // `print | "sh"`, and `"ls" | getline`.
    if (text === "|")
      runs.push(
        isName(tokens[at + 1], "getline") ? joinedBefore(tokens, at, texts) : joined(tokens.slice(at + 1), texts),
      );
    if ((text === ">" || text === ">>") && printing && level <= 0) {
      const file = joined(tokens.slice(at + 1), texts);
      writes.push({ file, appends: text === ">>" });
      const [target, behind] = tokens.slice(at + 1);
      const isAlone = behind === undefined || (behind.type === "mark" && /^[;}\n]$/.test(behind.text));
      if (isStandardStream(file) && !(target?.type === "string" && target.plain && isAlone)) certain = false;
    }
  });
  return { writes, runs, certain };
}

/** Adjacent strings are concatenated. */
function joined(tokens: readonly Token[], texts: ReadonlyMap<string, string>): string {
  let found = "";
  for (const token of tokens) {
    if (token.type === "mark" && /^[;\n})|,]$/.test(token.text)) break;
    if (token.type === "mark" && token.text === "(") continue;
    if (token.type === "name") found += texts.get(token.text) ?? UNKNOWN;
    else found += token.type === "mark" ? UNKNOWN : token.text;
  }
  return found.replace(new RegExp(`${UNKNOWN}+`, "g"), UNKNOWN);
}

function joinedBefore(tokens: readonly Token[], at: number, texts: ReadonlyMap<string, string>): string {
  let start = at;
  while (start > 0 && !isEnd(tokens[start - 1]!)) start--;
  return joined(tokens.slice(start, at), texts);
}

function isEnd(token: Token): boolean {
  return token.type === "mark" && /^[;\n{}(]$/.test(token.text);
}

const isMark = (token: Token | undefined, mark: string) => token?.type === "mark" && token.text === mark;
const isName = (token: Token | undefined, name: string) => token?.type === "name" && token.text === name;
