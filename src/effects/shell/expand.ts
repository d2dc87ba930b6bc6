/** Expands a word as a shell would: removes quotes and escapes, substitutes known variables and command output. */
import {
  type DoubleQuotedChild,
  forEachChild,
  type HereDocBody,
  parse,
  type Script,
  type Word as ShellWord,
  type SyntaxNode,
  type WordPart,
} from "unbash";
import { UNKNOWN, type Word } from "../model/invocation.js";
import { expandBraces } from "./braces.js";
import { mayDoHarm } from "./everyday.js";
import { Fields } from "./fields.js";
import { DEEPEST, MOST_WORDS } from "./limits.js";
import { expandParameter, variableValue } from "./parameters.js";
import { printedBy } from "./printed.js";
import { type Place, placed, type Reader } from "./reader.js";

type Part = WordPart | DoubleQuotedChild;

/** The resulting words: none, one or several. */
export function expandWord(word: ShellWord, place: Place, reader: Reader): Word[] {
  if (!reader.spend(word.text.length, word.text)) return [];
  const { parts } = word;
  if (parts === undefined) {
    const text = word.text.startsWith("~") ? tilde(word.value, place, reader) : word.value;
    return [{ text, known: !text.includes(UNKNOWN), glob: false, source: word.text }];
  }
  if (parts.some(({ type }) => type === "BraceExpansion")) {
    const texts = expandBraces(word.text);
    if (texts === undefined) return [{ text: UNKNOWN, known: false, glob: false, source: word.text }];
    if (texts.length > 1 || texts[0] !== word.text)
      return texts.slice(0, MOST_WORDS).flatMap((text) => {
        const inner = wordFrom(text);
        return inner === undefined ? [] : expandWord(inner, placed(place, { source: `: ${text}` }), reader);
      });
  }
  const fields = new Fields(variableValue("IFS", place, reader)?.[0]);
  addParts(parts, fields, false, place, reader);
  return fields.words(word.text);
}

/** Expands to one string: for an assignment, a here-string or a pattern. */
export function expandText(word: ShellWord, place: Place, reader: Reader): string {
  if (place.depth > 2 * DEEPEST) reader.stop("is nested too deeply to analyse", word.text.slice(0, 200));
  if (!reader.spend(word.text.length, word.text.slice(0, 200))) return UNKNOWN;
  const { parts } = word;
  if (parts === undefined) return word.text.startsWith("~") ? tilde(word.value, place, reader) : word.value;
  return partsText(parts, place, reader);
}

export function expandBody(body: HereDocBody, quoted: boolean, place: Place, reader: Reader): string {
  const aside = reader.bodies.get(body.text);
  if (aside !== undefined) return aside;
  if (quoted || !/[$`\\]/.test(body.text)) return body.text;
  if (!reader.spend(body.text.length, body.text.slice(0, 200))) return UNKNOWN;
  return body.parts === undefined ? body.text : partsText(body.parts, place, reader);
}

function partsText(parts: readonly Part[], place: Place, reader: Reader): string {
  const fields = new Fields("");
  addParts(parts, fields, true, place, reader);
  return fields
    .words("")
    .map(({ text }) => text)
    .join(" ");
}

function addParts(parts: readonly Part[], fields: Fields, quoted: boolean, place: Place, reader: Reader): void {
  parts.forEach((part, at) => {
    if (reader.over) return;
    if (at === 0 && part.type === "Literal" && part.text.startsWith("~")) fields.add(tilde(part.value, place, reader));
    else addPart(part, fields, quoted, parts.length === 1, place, reader);
  });
}

function addPart(part: Part, fields: Fields, quoted: boolean, alone: boolean, place: Place, reader: Reader): void {
  const put = (text: string) => {
    reader.spend(text.length, part.text);
    if (quoted) fields.add(text);
    else fields.split(text);
  };
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return fields.add(part.value);
    case "Glob":
      if (part.kind === "bracket") addGlobParts(part.parts, place, reader);
      return fields.add(part.value, !quoted);
    case "ExtendedGlob":
      if (part.parts !== undefined) addGlobParts(part.parts, place, reader);
      return fields.add(`${part.operator}(${part.pattern})`, !quoted);
    case "BraceExpansion":
      return fields.add(part.text);
    case "DoubleQuoted":
    case "LocaleString":
      if (!isOnlyList(part.parts, place)) fields.add("");
      return addParts(part.parts, fields, true, place, reader);
    case "SimpleExpansion": {
      const name = part.text.slice(1);
      const value = variableValue(name, place, reader);
      if (value !== undefined) return putList(value, name === "@", fields, quoted, put);
      // A command line has no positional parameters: inside a word they are empty.
      return put(/^[\d@*]$/.test(name) && !alone ? "" : UNKNOWN);
    }
    case "ParameterExpansion": {
      const value = expandParameter(part, place, reader, (word) =>
        expandText(word, placed(place, { depth: place.depth + 1 }), reader),
      );
      return putList(value, part.index?.text === "@" || part.parameter === "@", fields, quoted, put);
    }
    case "CommandExpansion":
      return put(substituted(part.script, place, reader));
    case "ArithmeticExpansion":
      if (part.expression !== undefined) walkWithin(part.expression, place, reader);
      return put(/^\$\(\(\s*-?\d{1,15}\s*\)\)$/.test(part.text) ? part.text.slice(3, -2).trim() : UNKNOWN);
    case "ProcessSubstitution":
      return fields.add(processPath(part.operator, part.script, place, reader));
  }
}

function addGlobParts(parts: readonly Part[], place: Place, reader: Reader): void {
  addParts(parts, new Fields(), true, place, reader);
}

/** `"$@"` without arguments is no word at all. */
function isOnlyList(parts: readonly Part[], place: Place): boolean {
  return (
    parts.length === 1 && /^\$(?:@|\{@\}|\{\w+\[@\]\})$/.test(parts[0]!.text) && place.scope.positional?.length === 0
  );
}

function putList(
  value: readonly string[],
  apart: boolean,
  fields: Fields,
  quoted: boolean,
  put: (text: string) => void,
): void {
  if (!apart && quoted) return put(value.join(" "));
  value.forEach((text, at) => {
    if (at > 0) fields.end();
    put(text);
  });
}

/** Output of a substitution, without trailing newlines. */
function substituted(script: Script | undefined, place: Place, reader: Reader): string {
  if (script === undefined || place.depth > DEEPEST) {
    reader.cannotTell("is nested too deeply to analyse", place.source.slice(0, 200));
    return UNKNOWN;
  }
  return (printedBy(runWithin(script, place, reader), reader) ?? UNKNOWN).replace(/(?<!\n)\n+$/, "");
}

function runWithin(script: Script, place: Place, reader: Reader) {
  const [pick, widest, pending] = [reader.pick, reader.widest, reader.pending];
  reader.pending = [];
  const source = script.source ?? place.source;
  const inner = placed(place, { source, scope: place.scope.copy(), captured: true, depth: place.depth + 1 });
  const errors = (script as { errors?: readonly unknown[] }).errors?.length ?? 0;
  if (errors > 0 && mayDoHarm(source.slice(script.pos, script.end)))
    reader.cannotTell("cannot be parsed as a command line", source.slice(script.pos, script.end));
  // Each level of a substitution is parsed again.
  reader.step(source.slice(0, 200));
  reader.spend(2 * (script.end - script.pos), source.slice(0, 200));
  const printing = reader.walk.nodes(script.commands, inner);
  [reader.pick, reader.widest, reader.pending] = [pick, widest, pending];
  return printing;
}

/** A name for the pipe, known to its reader. */
function processPath(operator: "<" | ">", script: Script | undefined, place: Place, reader: Reader): string {
  const path = `/dev/fd/${63 + reader.files.size}`;
  if (script === undefined) return UNKNOWN;
  if (operator === ">") {
    reader.pending.push({ script, place });
    reader.files.set(path, []);
  } else reader.files.set(path, [runWithin(script, place, reader)]);
  return path;
}

/** Substitutions in arithmetic and tests run, whatever their result. */
export function walkWithin(node: SyntaxNode, place: Place, reader: Reader, depth = 0): void {
  if (depth > DEEPEST || !reader.step(place.source.slice(node.pos, node.end))) return;
  if (node.type === "CommandExpansion" || node.type === "ArithmeticCommandExpansion")
    substituted(node.script, place, reader);
  else if (node.type === "ProcessSubstitution") processPath(node.operator, node.script, place, reader);
  else if (node.type === "Word") expandText(node, place, reader);
  else forEachChild(node, (child) => walkWithin(child, place, reader, depth + 1));
}

function tilde(text: string, place: Place, reader: Reader): string {
  if (text === "~" || text.startsWith("~/")) return `${reader.where.home}${text.slice(1)}`;
  if (text === "~+" || text.startsWith("~+/")) return `${place.scope.folders[0] ?? UNKNOWN}${text.slice(2)}`;
  if (text === "~-" || text.startsWith("~-/"))
    return `${place.scope.variables.get("OLDPWD")?.choices[0]?.[0] ?? UNKNOWN}${text.slice(2)}`;
  // `~1`: a directory of the stack.
  return /^~[+-]?\d+(?=\/|$)/.test(text) ? text.replace(/^[^/]*/, UNKNOWN) : text;
}

function wordFrom(source: string): ShellWord | undefined {
  if (source === "") return undefined;
  const [statement] = parse(`: ${source}`).commands;
  const command = statement?.command;
  const [word] = command?.type === "Command" ? command.args : [];
  return word?.type === "Word" ? word : undefined;
}
