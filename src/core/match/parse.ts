/**
 * Parses a matcher. Dialects differ in the meaning of a string (MA-03, MA-09), so each names its kind; the result has
 * the same form for all. Plain patterns become literals that need no regex engine.
 */
import type { FindingCode } from "../errors.js";
import type { RegexEngine } from "../ports.js";
import { compileGlob } from "./glob.js";
import { MATCH_ALL, type MatchSpec, type TextPattern } from "./spec.js";

export type MatcherKind =
  /** Snaphook's own: like names-or-regex, and `Tool(content)` tests the primary argument: `Bash(git *)`. */
  | "native"
  /** A list of names matches whole names; anything else is an unanchored regular expression. */
  | "names-or-regex"
  /** Always an unanchored regular expression: `Edit` also matches `MultiEdit`. */
  | "regex"
  /** A glob for the name, optionally with one for the primary argument. */
  | "glob";

export type ParsedMatcher =
  | { readonly match: MatchSpec; readonly lints: readonly MatcherLint[] }
  | { readonly invalid: string; readonly lints?: readonly MatcherLint[] };

export interface MatcherLint {
  readonly code: FindingCode;
  readonly message: string;
}

const NAME_LIST = /^[\w\-:. ,|]+$/;
const TOOL_WITH_CONTENT = /^([\w|*,\- ]+)\((.*)\)$/s;

export function parseMatcher(kind: MatcherKind, text: string | undefined, regex: RegexEngine): ParsedMatcher {
  if (text === undefined || text === "" || text === "*") return { match: MATCH_ALL, lints: [] };
  if (kind !== "regex" && /^[\s|,]+$/.test(text)) return { invalid: `"${text}" is empty` };
  // In dialects with regular expressions, `mcp__(a|b)` is one.
  const mayHaveContent = kind === "glob" || (kind === "native" && !text.startsWith("mcp__"));
  const parts = kind === "native" || kind === "glob" ? alternatives(text) : [text];
  // In `Edit|Write(src/**)` both names share the content; with content before the last bar each has its own.
  if (parts.slice(0, -1).some((part) => TOOL_WITH_CONTENT.test(part))) return eachOf(parts, kind, regex);
  const withContent = mayHaveContent ? TOOL_WITH_CONTENT.exec(text) : null;
  if (withContent) {
    const [, names, content] = withContent;
    const match = {
      subject: nameList(names!),
      ...(content === "" || content === "*" ? {} : { content: contentPattern(content!) }),
    };
    return checkWildcards(match, []);
  }
  if (kind === "glob") {
    if (/\[[^\]]*$/.test(text)) return { invalid: `"${text}" has an unterminated "["` };
    return checkWildcards({ subject: nameList(text) }, /\.\*|\\|\^|\$/.test(text) ? [looksLikeRegex(text)] : []);
  }
  if (kind !== "regex" && NAME_LIST.test(text) && !text.includes("."))
    return { match: { subject: nameList(text) }, lints: [] };
  const pattern = parseRegex(text, regex);
  const lints: MatcherLint[] = looksLikeGlob(text) ? [globHint(text)] : [];
  if ("invalid" in pattern) return { ...pattern, lints };
  if (pattern.kind === "slow-regex")
    lints.push({ code: "MATCHER_SLOW", message: `"${text}" uses lookaround or backreferences` });
  return { match: { subject: pattern }, lints };
}

/** Nearly every glob is valid; a class such as `[z-a]` is not. */
function checkWildcards(match: MatchSpec, lints: readonly MatcherLint[]): ParsedMatcher {
  for (const pattern of [match.subject, match.content]) {
    if (pattern?.kind !== "wildcard") continue;
    try {
      compileGlob(pattern.source, "wildcard");
    } catch (cause) {
      return { invalid: notValid(pattern.source, cause), lints };
    }
  }
  return { match, lints };
}

/** A pattern made only of these parts is valid in any engine and need not be compiled to check. */
const SURELY_VALID =
  /^\^?(?:(?:[\w :,/@=.-]|\\[.dws])[*+?]?|\((?:(?:[\w :,/@=.-]|\\[.dws])[*+?]?|\|)+\)[*+?]?|\|)*\$?$/;

/** A regular expression, in the cheapest equivalent form. */
export function parseRegex(source: string, regex: RegexEngine): TextPattern | { readonly invalid: string } {
  const plain = asLiterals(source);
  if (plain) return plain;
  try {
    if (!SURELY_VALID.test(source)) regex.compile(source);
    return { kind: "regex", source };
  } catch (cause) {
    try {
      new RegExp(source, "u"); // only checks the syntax; it is never run here
      return { kind: "slow-regex", source };
    } catch {
      return { invalid: notValid(source, cause) };
    }
  }
}

function notValid(source: string, cause: unknown): string {
  return `"${source}" is not a valid pattern (${cause instanceof Error ? cause.message : String(cause)})`;
}

/** Names separated by `|` or `,`; each may contain `*` (in a glob also `?` and `[abc]`) as a wildcard. */
function nameList(text: string): TextPattern {
  const names = text
    .split(/[|,]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");
  const prefix = names.filter((name) => /^[^*?[]+\*$/.test(name)).map((name) => name.slice(0, -1));
  const exact = names.filter((name) => !/[*?[]/.test(name));
  if (exact.length + prefix.length === names.length)
    return { kind: "literals", exact, ...(prefix.length > 0 ? { prefix } : {}) };
  return { kind: "wildcard", source: names.length === 1 ? names[0]! : `{${names.join(",")}}` };
}

/** `git *` also matches a bare `git`; `prefix:*` is Claude Code's older spelling of the same. */
function contentPattern(text: string): TextPattern {
  const source = text.endsWith(":*") ? `${text.slice(0, -2)} *` : text;
  if (/^[^*?[\]{}]+ \*$/.test(source)) {
    const command = source.slice(0, -2);
    return { kind: "literals", exact: [command], prefix: [`${command} `] };
  }
  return { kind: "wildcard", source };
}

const ALTERNATIVE = /^(\^?)(\.\*)?([\w\- :]+)(\.\*)?(\$?)$/;

/** Alternations of plain words need no engine: `Edit|Write`, `^Bash$`, `mcp__.*`. */
function asLiterals(source: string): TextPattern | undefined {
  const found = {
    exact: [] as string[],
    prefix: [] as string[],
    suffix: [] as string[],
    contains: [] as string[],
  };
  for (const part of source.split("|")) {
    const pieces = ALTERNATIVE.exec(part);
    if (!pieces) return undefined;
    const [, caret, before, word, after, dollar] = pieces;
    const start = caret === "^" && before === undefined;
    const end = dollar === "$" && after === undefined;
    found[start && end ? "exact" : start ? "prefix" : end ? "suffix" : "contains"].push(word!);
  }
  return {
    kind: "literals",
    ...Object.fromEntries(Object.entries(found).filter(([, words]) => words.length > 0)),
  };
}

/** `file_*` and `*.ts` are globs; as regular expressions they mean something else (MA-09). */
function looksLikeGlob(text: string): boolean {
  return /^\*|^[\w.-]*[\w]\*$|\*\.\w+$/.test(text) && !/\.\*|[\\()^$+[\]]/.test(text);
}

function globHint(text: string): MatcherLint {
  return {
    code: "MATCHER_LOOKS_LIKE_GLOB",
    message: `"${text}" looks like a glob but is parsed as a regular expression`,
  };
}

function looksLikeRegex(text: string): MatcherLint {
  return {
    code: "MATCHER_LOOKS_LIKE_REGEX",
    message: `"${text}" looks like a regular expression but is parsed as a glob`,
  };
}

/** Splits at `|` outside parentheses: `Bash(a|b)|Edit` is two. */
function alternatives(text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const char of text) {
    if (char === "(") depth++;
    else if (char === ")") depth--;
    if (char === "|" && depth === 0) parts.push("");
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim());
}

/** `Glob(a*)|Grep(b*)`: each alternative has its own content. */
function eachOf(parts: readonly string[], kind: MatcherKind, regex: RegexEngine): ParsedMatcher {
  const parsed = parts.map((part) => parseMatcher(kind, part, regex));
  const invalid = parsed.find((one) => "invalid" in one);
  if (invalid !== undefined) return invalid;
  return {
    match: { anyOf: parsed.flatMap((one) => ("match" in one ? [one.match] : [])) },
    lints: parsed.flatMap(({ lints = [] }) => lints),
  };
}
