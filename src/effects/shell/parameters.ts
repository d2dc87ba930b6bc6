/** Evaluates `$x`, `${x:-y}`, `${x#y}` and similar expansions. */
import type { ParameterExpansionPart, Word as ShellWord } from "unbash";
import { compileGlob, type GlobTest } from "../../core/match/glob.js";
import { UNKNOWN } from "../model/invocation.js";
import type { Place, Reader } from "./reader.js";
import type { Value } from "./scope.js";

/** Value of a variable that the line does not set: undefined if unknown. */
function ofEnvironment(name: string, place: Place, reader: Reader): Value | undefined {
  const { where } = reader;
  switch (name) {
    case "HOME":
      return [where.home];
    case "PWD":
      return [place.scope.folders[0] ?? UNKNOWN];
    case "USER":
    case "LOGNAME":
      return [where.home.slice(where.home.lastIndexOf("/") + 1)];
    case "IFS":
      return [" \t\n"];
    case "SHELL":
    case "BASH":
      return ["/bin/bash"];
    default:
      return undefined;
  }
}

/** Undefined: the line does not set it, and it may or may not be set outside. */
export function variableValue(name: string, place: Place, reader: Reader): Value | undefined {
  if (/^\d+$/.test(name)) return positional(Number(name), place);
  if (name === "?") return ["0"];
  if (name === "@" || name === "*") return place.scope.positional?.map(({ text }) => text);
  if (name === "#") return place.scope.positional === undefined ? undefined : [String(place.scope.positional.length)];
  const variable = place.scope.variables.get(place.scope.resolve(name));
  if (variable === undefined) return ofEnvironment(name, place, reader);
  const { choices } = variable;
  reader.widest = Math.max(reader.widest, choices.length);
  return choices[Math.min(reader.pick, choices.length - 1)];
}

function positional(at: number, { scope }: Place): Value | undefined {
  if (at === 0) return [scope.zero ?? "bash"];
  if (scope.positional === undefined) return undefined;
  const word = scope.positional[at - 1];
  return word === undefined ? [] : [word.text];
}

/** Expands the word of an operation. */
type TextOf = (word: ShellWord) => string;

/** The elements it expands to. */
export function expandParameter(part: ParameterExpansionPart, place: Place, reader: Reader, textOf: TextOf): Value {
  const { parameter, prefix, operation } = part;
  const index = part.index === undefined ? undefined : textOf(part.index);
  const found = variableValue(parameter, place, reader);
  if (prefix === "!") {
    const name = found?.[0];
    if (operation?.type === "Names" || index !== undefined || name === undefined || !/^\w+$/.test(name))
      return [UNKNOWN];
    return variableValue(name, place, reader) ?? [UNKNOWN];
  }
  const elements = found === undefined ? undefined : atIndex(found, index);
  if (prefix === "#") return [elements === undefined || elements.some(isUnknown) ? UNKNOWN : lengthOf(elements, index)];
  if (operation === undefined)
    return elements !== undefined && index === "*" ? joinedByIfs(elements, place, reader) : (elements ?? [UNKNOWN]);
  const isSet = elements !== undefined && elements.length > 0;
  switch (operation.type) {
    case "Default": {
      const { operator } = operation;
      const empty = operator.startsWith(":") && elements?.join("") === "";
      if (operator.endsWith("+"))
        return isSet && empty ? [] : elements?.length === 0 ? [] : [textOf(operation.operand)];
      if (isSet && !empty) return elements;
      if (operator.endsWith("?")) return [UNKNOWN];
      const value = [textOf(operation.operand)];
      if (operator.endsWith("=")) {
        reader.mark("assigns", parameter);
        place.scope.set(parameter, [value]);
      }
      return value;
    }
    case "Transform":
      textOf(operation.operand);
      if (elements?.some((text) => /\$\(|`/.test(text))) reader.cannotTell("runs the content of a variable", part.text);
      return operation.operand.text === "Q" ? (elements ?? [UNKNOWN]) : [UNKNOWN];
    case "Names":
    case "Unknown":
      return [UNKNOWN];
    default: {
      const known = elements ?? typical(parameter);
      return known.map((text) => changed(text, operation, textOf));
    }
  }
}

/** Gives a known prefix, so that a substring of it is known. */
function typical(name: string): Value {
  return name === "PATH" ? ["/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"] : [UNKNOWN];
}

/** `"${words[*]}"` is one string, joined by the first character of `IFS`. */
function joinedByIfs(elements: Value, place: Place, reader: Reader): Value {
  const separator = place.scope.variables.has("IFS") ? variableValue("IFS", place, reader)?.[0] : undefined;
  return separator === undefined || separator.includes(UNKNOWN) ? elements : [elements.join(separator.slice(0, 1))];
}

function atIndex(elements: Value, index: string | undefined): Value {
  if (index === "@" || index === "*") return elements;
  if (index === undefined) return elements.slice(0, 1);
  if (!/^-?\d+$/.test(index)) return elements.length === 1 ? elements : [UNKNOWN];
  const found = elements.at(Number(index));
  return found === undefined ? (elements.some(isUnknown) ? [UNKNOWN] : []) : [found];
}

function lengthOf(elements: Value, index: string | undefined): string {
  return String(index === undefined ? (elements[0] ?? "").length : elements.length);
}

function isUnknown(text: string): boolean {
  return text.includes(UNKNOWN);
}

function changed(text: string, operation: NonNullable<ParameterExpansionPart["operation"]>, textOf: TextOf): string {
  switch (operation.type) {
    case "Remove":
      return removed(text, textOf(operation.operand), operation.operator);
    case "Replace":
      return replaced(text, textOf(operation.pattern), textOf(operation.replacement), operation.operator);
    case "Slice": {
      const offset = Number(textOf(operation.offset));
      const length = operation.length === undefined ? undefined : Number(textOf(operation.length));
      if (isUnknown(text) || !Number.isInteger(offset) || (length !== undefined && !Number.isInteger(length)))
        return UNKNOWN;
      const rest = text.slice(offset);
      return length === undefined ? rest : length < 0 ? rest.slice(0, length) : rest.slice(0, length);
    }
    case "CaseModification": {
      const all = operation.operator.length === 2;
      const change = (part: string) => (operation.operator.startsWith("^") ? part.toUpperCase() : part.toLowerCase());
      return all ? change(text) : change(text.slice(0, 1)) + text.slice(1);
    }
    default:
      return UNKNOWN;
  }
}

/** Both are quadratic in the length; long values are unknown. */
const LONGEST = 300;

function removed(text: string, pattern: string, operator: string): string {
  if (isUnknown(pattern) || text.length > LONGEST || pattern.length > LONGEST) return UNKNOWN;
  if (isUnknown(text) && /[*?[]/.test(pattern)) return UNKNOWN;
  const longest = operator.length === 2;
  const front = operator.startsWith("#");
  const lengths = Array.from({ length: text.length + 1 }, (_, at) => (longest ? text.length - at : at));
  const fits = compileGlob(pattern, "shell");
  const cut = lengths.find((length) => fits(front ? text.slice(0, length) : text.slice(text.length - length)));
  if (cut === undefined) return text;
  return front ? text.slice(cut) : text.slice(0, text.length - cut);
}

function replaced(text: string, pattern: string, by: string, operator: string): string {
  if (isUnknown(text) || isUnknown(pattern) || text.length > LONGEST || pattern.length > 50) return UNKNOWN;
  if (pattern === "") return text;
  const fits = /[*?[\\]/.test(pattern) ? compileGlob(pattern, "shell") : undefined;
  let done = "";
  for (let at = 0; at < text.length; ) {
    const anchored = (operator === "/#" && at > 0) || (operator === "/%" && pattern.length > text.length);
    const length = anchored ? 0 : longestAt(text, at, fits ?? pattern, operator === "/%");
    if (length === 0) done += text[at++];
    else {
      done += by;
      at += length;
      if (operator !== "//") return done + text.slice(at);
    }
  }
  return done;
}

function longestAt(text: string, at: number, pattern: string | GlobTest, toEnd: boolean): number {
  if (typeof pattern === "string")
    return text.startsWith(pattern, at) && (!toEnd || at + pattern.length === text.length) ? pattern.length : 0;
  for (let end = text.length; end > at; end--) {
    if (pattern(text.slice(at, end))) return end - at;
    if (toEnd) return 0;
  }
  return 0;
}
