/** A word as a shell would take it: quotes and escapes gone, what is known of variables put in. */
import type { DoubleQuotedChild, Word as ShellWord, WordPart } from "unbash";
import type { Where } from "../effect.js";
import { UNKNOWN, type Word } from "../invocation.js";

export function wordOf(word: ShellWord, where: Where): Word {
  const parts: readonly (WordPart | DoubleQuotedChild)[] | undefined = word.parts;
  const text = parts === undefined ? word.value : parts.map((part) => partText(part, where)).join("");
  return {
    text: text.startsWith("~/") || text === "~" ? `${where.home}${text.slice(1)}` : text,
    known: !text.includes(UNKNOWN),
    glob: parts?.some(({ type }) => type === "Glob" || type === "ExtendedGlob") ?? false,
    source: word.text,
  };
}

function partText(part: WordPart | DoubleQuotedChild, where: Where): string {
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
    case "Glob":
      return part.value;
    case "DoubleQuoted":
    case "LocaleString":
      return part.parts.map((inner) => partText(inner, where)).join("");
    case "SimpleExpansion":
      return part.text === "$HOME" ? where.home : part.text === "$PWD" ? where.cwd : UNKNOWN;
    default:
      return UNKNOWN;
  }
}
