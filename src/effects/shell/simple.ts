/** A simple command: assignments, expansion, functions and aliases of the line, then the program. */
import type { Assignment, Command, Word as ShellWord } from "unbash";
import { type Invocation, UNKNOWN, type Word } from "../model/invocation.js";
import { assign, assignedText, changesAll } from "./assignments.js";
import { expandWord } from "./expand.js";
import { callFunction } from "./functions.js";
import { MOST_CHOICES, MOST_WORDS } from "./limits.js";
import { kept, redirectionOnly } from "./output.js";
import { type Place, placed, type Reader } from "./reader.js";
import { redirected } from "./redirections.js";
import { plainWord } from "./scope.js";
import { declares, isReference } from "./state.js";
import { runsByItself } from "./variables.js";

/** Once for each combination of variable values. */
export function runSimple(node: Command, place: Place, reader: Reader): Invocation[] {
  const aliased = runAlias(node, place, reader);
  const { pick, widest } = reader;
  const printing = aliased;
  reader.pick = 0;
  do {
    reader.widest = 1;
    for (const one of runOnce(node, place, reader)) printing.push(one);
  } while (++reader.pick < Math.min(reader.widest, MOST_CHOICES) && !reader.over);
  reader.pick = pick;
  reader.widest = widest;
  return printing;
}

/** Source text for a message. */
export function shown(text: string): string {
  return text.includes(UNKNOWN) ? text.replaceAll(UNKNOWN, "…") : text;
}

function runOnce(node: Command, place: Place, reader: Reader): Invocation[] {
  const line = shown(place.source.slice(node.pos, node.end));
  const set =
    node.prefix.length === 0
      ? NO_ASSIGNMENTS
      : node.prefix.filter((one): one is Assignment => one.type === "Assignment");
  const before = reader.invocations.length;
  const words = wordsOf(node, place, reader);
  const inside = reader.invocations.slice(before);
  const to = redirected(node.redirects, place, reader);
  const pending = reader.pending.length === 0 ? NOTHING_PENDING : reader.pending.splice(0);
  const input = to.input ?? place.input;
  if (words.length === 0) {
    for (const one of set) {
      assign(one, place, reader);
      runsByItself(one.name, place, reader, line);
    }
    if (to.redirects.length === 0) return [];
    const only = { ...redirectionOnly(to.redirects, line, place), program: input === place.input ? ":" : "cat", input };
    reader.emit(only);
    return kept([only], to.output, reader);
  }
  const variables = set.length === 0 ? place.scope.environment() : withAssigned(set, place, reader);
  const start = { words, redirects: to.redirects, input, variables, moreArgs: false, line, inside };
  const inner = input === place.input ? place : placed(place, { input });
  const called = callFunction(words, inner, reader, line);
  const printing = called ?? reader.walk.start(start, inner);
  if (called !== undefined && to.redirects.length > 0) reader.emit(redirectionOnly(to.redirects, line, place));
  if (declares(words[0]!.text)) {
    if (isReference(words.slice(1))) return kept(printing, to.output, reader);
    for (const arg of node.args) if (arg.type === "Assignment") assign(arg, place, reader);
    for (const arg of node.args) if (arg.type === "Assignment") runsByItself(arg.name, place, reader, line);
  }
  for (const { script, place: within } of pending) {
    const source = script.source ?? within.source;
    const from = { kind: "pipe" as const, from: printing };
    reader.walk.nodes(
      script.commands,
      placed(within, { source, scope: within.scope.copy(), input: from, captured: true }),
    );
  }
  return kept(printing, to.output, reader);
}

const NO_ASSIGNMENTS: readonly Assignment[] = [];
const NOTHING_PENDING: Reader["pending"] = [];

/** The environment, with what is assigned before the name of the program. */
function withAssigned(set: readonly Assignment[], place: Place, reader: Reader): ReadonlyMap<string, Word> {
  const variables = new Map(place.scope.environment());
  for (const one of set) {
    const text = assignedText(one, place, reader);
    variables.set(one.name, plainWord(text));
    if (changesAll(one.name)) place.scope.set(one.name, [[text]], true);
  }
  return variables;
}

function wordsOf(node: Command, place: Place, reader: Reader): Word[] {
  if (node.name === undefined) return [];
  const words: Word[] = [];
  const add = (word: ShellWord) => {
    for (const one of expandWord(word, place, reader)) words.push(one);
    if (words.length > MOST_WORDS) reader.stop("has too many words to analyse", place.source.slice(node.pos, node.end));
  };
  add(node.name);
  for (const arg of node.args) {
    if (reader.over) break;
    if (arg.type === "Word") add(arg);
    else
      words.push({
        ...plainWord(`${arg.name}${arg.append === true ? "+" : ""}=${assignedText(arg, place, reader)}`),
        source: arg.text,
      });
  }
  return words;
}

/** Expands an alias of the line. Aliases may be disabled, so the program itself is analysed too. */
function runAlias(node: Command, place: Place, reader: Reader): Invocation[] {
  const name = node.name?.text;
  const texts = name === undefined ? undefined : place.scope.aliases.get(name);
  if (texts === undefined || place.calls.includes(`alias ${name}`)) return [];
  const rest = place.source.slice(node.name!.end, node.end);
  const inner = placed(place, { calls: [...place.calls, `alias ${name}`] });
  return texts.flatMap((text) => reader.walk.text(`${text}${rest}`, inner, text));
}
