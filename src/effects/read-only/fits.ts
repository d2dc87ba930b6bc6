/** Checks that arguments make a program only read. */
import type { Word } from "../model/invocation.js";
import { isSure, isWritten, type Options, type Rule, type Verbs, type Ways } from "./rule.js";

interface Listed {
  readonly value: "none" | "needed" | "may";
  readonly among?: readonly string[];
}

export function fits(rule: Rule, words: readonly Word[], open: boolean, ways: Ways): boolean {
  if (typeof rule === "function") return rule(words, open, ways);
  if (isSeveral(rule)) return rule.some((one) => fits(one, words, open, ways));
  if (rule.free) return true;
  if (isHelp(rule, words) && !open) return true;
  if (rule.verbs !== undefined) return fitsVerb(rule, words, open, ways);
  if (open || !words.every(isSure)) return false;
  const call = readArguments(
    rule,
    words.map(({ text }) => text),
  );
  if (call === undefined) return false;
  const { operands = Number.POSITIVE_INFINITY, needs } = rule;
  if (typeof operands === "number" ? call.operands.length > operands : !operands(call.operands)) return false;
  return needs === undefined || namesOf(needs).some((name) => call.options.has(name));
}

function isSeveral(rule: Rule): rule is readonly Rule[] {
  return Array.isArray(rule);
}

/** `--help` after words that can only be subcommand names. */
function isHelp({ verbs, help = verbs === undefined ? 0 : 1 }: Options, words: readonly Word[]): boolean {
  const before = words.slice(0, -1);
  return (
    (verbs === undefined ? /^--?help$/ : /^(?:--?help|-h)$/).test(words.at(-1)?.text ?? "") &&
    before.length <= help &&
    before.every(({ known, glob, text }) => known && !glob && /^[a-z][a-z\d-]*$/i.test(text))
  );
}

/** Global options, then the subcommand. */
function fitsVerb(rule: Options, words: readonly Word[], open: boolean, ways: Ways): boolean {
  const lead = { ...rule, options: rule.options ?? "" };
  for (let at = 0; at < words.length; ) {
    if (!isSure(words[at]!)) return false;
    const { text } = words[at]!;
    if (!text.startsWith("-") || text === "-") {
      const verb = verbsOf(rule.verbs!).get(text);
      return verb !== undefined && isWritten(words[at]!) && fits(verb, words.slice(at + 1), open, ways);
    }
    if (text === "--") return false;
    const taken = readOption(lead, text, words[at + 1]);
    if (taken === undefined) return false;
    at += taken.words;
  }
  return !open && (rule.bare === true || /^(?:--version|-V|-v|--help|-h|-version)$/.test(words[0]?.text ?? ""));
}

export interface Call {
  /** Keyed by the listed name, with the last value. */
  readonly options: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
}

/** Returns undefined if an argument is not in the allowed list. */
export function readArguments(rule: Options, words: readonly string[]): Call | undefined {
  const options = new Map<string, string>();
  const operands: string[] = [];
  for (let at = 0; at < words.length; ) {
    const text = words[at]!;
    if (!text.startsWith("-") || text === "-") {
      operands.push(text);
      at++;
    } else if (text === "--") {
      // The option before it decides whether `--` ends the options, so nothing after it may look like an option.
      if (words.slice(at + 1).some((word) => word.startsWith("-") && word !== "-")) return undefined;
      operands.push(...words.slice(at + 1));
      break;
    } else {
      const next = words[at + 1];
      const taken = readOption(rule, text, next === undefined ? undefined : { text: next, known: true, glob: false });
      if (taken === undefined) return undefined;
      for (const [name, value] of taken.found) options.set(name, value);
      at += taken.words;
    }
  }
  return { options, operands };
}

type Next = Pick<Word, "text" | "known" | "glob">;
interface Taken {
  readonly found: readonly (readonly [name: string, value: string])[];
  /** Number of words consumed. */
  readonly words: number;
}

function readOption(rule: Options, text: string, next: Next | undefined): Taken | undefined {
  if (rule.options === undefined) return isExcepted(rule, text) ? undefined : { found: [[text, ""]], words: 1 };
  const listed = listOf(rule.options);
  if (/^-\d+$/.test(text) && listed.has("-#")) return { found: [["-#", text.slice(1)]], words: 1 };
  const equals = text.indexOf("=");
  const name = equals < 0 ? text : text.slice(0, equals);
  const whole = listed.get(name) ?? (rule.oneDash ? listed.get(name.replace(/^--/, "-")) : undefined);
  if (whole !== undefined) return takeValue(name, whole, equals < 0 ? undefined : text.slice(equals + 1), next);
  return text.startsWith("--") || rule.oneDash ? undefined : readLetters(listed, text, next);
}

/** `-rn5`: grouped letters, the last of which may take the rest as its value. */
function readLetters(listed: ReadonlyMap<string, Listed>, text: string, next: Next | undefined): Taken | undefined {
  const found: (readonly [string, string])[] = [];
  for (let i = 1; i < text.length; i++) {
    const name = `-${text[i]!}`;
    const option = listed.get(name);
    if (option === undefined) return undefined;
    const rest = text.slice(i + 1);
    if (option.value !== "none") {
      const taken = takeValue(name, option, rest === "" ? undefined : rest, next);
      return taken === undefined ? undefined : { found: [...found, ...taken.found], words: taken.words };
    }
    found.push([name, ""]);
  }
  return { found, words: 1 };
}

function takeValue(
  name: string,
  { value, among }: Listed,
  given: string | undefined,
  next: Next | undefined,
): Taken | undefined {
  if (value === "none") return given === undefined ? { found: [[name, ""]], words: 1 } : undefined;
  if (given === undefined && value === "may") return { found: [[name, ""]], words: 1 };
  if (given === undefined && (next === undefined || !isSure(next as Word))) return undefined;
  const taken = given ?? next!.text;
  if (among !== undefined && !among.includes(taken)) return undefined;
  return { found: [[name, taken]], words: given === undefined ? 2 : 1 };
}

/** Letters may be grouped, and long names abbreviated. */
function isExcepted({ not = "", oneDash, whole }: Options, text: string): boolean {
  const [name = ""] = text.split("=", 1);
  return namesOf(not).some((one) =>
    one.startsWith("--")
      ? name.startsWith("--") && (whole === true ? name === one : one.startsWith(name))
      : one.length > 2 || oneDash
        ? name === one || name === `-${one}`
        : !text.startsWith("--") && text.includes(one[1]!),
  );
}

const lists = new Map<string, ReadonlyMap<string, Listed>>();

function listOf(text: string): ReadonlyMap<string, Listed> {
  return remembered(lists, text, () => {
    const found = new Map<string, Listed>();
    for (const entry of text.split(" ").filter(Boolean)) {
      const [, name, sign, among] = /^([^=?]+|-\?)([=?]?)(.*)$/.exec(entry)!;
      found.set(name!, {
        value: sign === "=" ? "needed" : sign === "?" ? "may" : "none",
        ...(among ? { among: among.split("|") } : {}),
      });
    }
    return found;
  });
}

function namesOf(text: string): readonly string[] {
  return [...listOf(text).keys()];
}

const verbLists = new WeakMap<Verbs, ReadonlyMap<string, Rule>>();

/** Keyed by each of its names. */
export function verbsOf(verbs: Verbs): ReadonlyMap<string, Rule> {
  return remembered(
    verbLists,
    verbs,
    () =>
      new Map(Object.entries(verbs).flatMap(([names, rule]) => names.split(" ").map((name) => [name, rule] as const))),
  );
}

function remembered<K, V>(
  known: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const found = known.get(key);
  if (found !== undefined) return found;
  const made = make();
  known.set(key, made);
  return made;
}
