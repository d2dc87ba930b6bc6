/** What a program of `awk` writes and starts. */
import type { Where } from "../model/effect.js";
import { type Origin, writing } from "../model/equivalent-program.js";
import { type Invocation, type Reading, UNKNOWN } from "../model/invocation.js";
import { readCommand } from "../shell/read-command.js";
import { withHidden } from "./started-command.js";
import type { Spelling, Token } from "./token.js";
import { tokensOf } from "./tokens.js";

const LONGEST = 10_000;
const SPELLING: Spelling = {
  lineComments: ["#"],
  blockComments: [],
  quotes: { '"': { fills: "none" } },
  patterns: true,
  sigils: "",
};

export function readAwk(script: string, origin: Origin, where: Where): Reading {
  if (script.length > LONGEST)
    return { invocations: [], unclear: [{ what: "holds more code than can be followed", words: origin.words }] };
  const tokens = tokensOf(script, SPELLING);
  const invocations: Invocation[] = [];
  const unclear: { what: string; words: string }[] = [];
  const run = (text: string) => {
    if (text === UNKNOWN)
      return void unclear.push({ what: "starts a program that cannot be told", words: origin.words });
    const started = readCommand(withHidden(text), { ...where, cwd: origin.cwd ?? where.cwd });
    invocations.push(
      ...started.invocations.map((one) => ({ ...one, through: [...(origin.through ?? []), "awk", ...one.through] })),
    );
    unclear.push(...started.unclear);
  };
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
    if (text === "system" && isMark(tokens[at + 1], "(")) run(joined(tokens.slice(at + 2), texts));
    // `print | "sh"`, and `"ls" | getline`.
    if (text === "|")
      run(isName(tokens[at + 1], "getline") ? joinedBefore(tokens, at, texts) : joined(tokens.slice(at + 1), texts));
    if (text === ">" && printing && level <= 0) {
      const appends = isMark(tokens[at + 1], ">");
      if (isMark(tokens[at - 1], ">")) return;
      const target = joined(tokens.slice(at + (appends ? 2 : 1)), texts);
      if (!/^\/dev\/(?:null|stderr|stdout)$/.test(target))
        invocations.push(writing(target, appends ? "write" : "overwrite", origin));
    }
  });
  return { invocations, unclear };
}

/** Texts that stand beside each other are one. */
function joined(tokens: readonly Token[], texts: ReadonlyMap<string, string>): string {
  let found = "";
  for (const token of tokens) {
    if (token.type === "mark" && /^[;\n})|,]$/.test(token.text)) break;
    if (token.type === "mark" && token.text === "(") continue;
    if (token.type === "name") found += texts.get(token.text) ?? UNKNOWN;
    else found += token.type === "string" ? token.parts.join("") : token.type === "number" ? token.text : UNKNOWN;
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
