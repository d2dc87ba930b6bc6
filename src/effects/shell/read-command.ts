/**
 * Translates a command line into the programs it would start. Pure; never throws. Walks every branch in execution
 * order. Unknown parts, and anything beyond the limits, go to `unclear`.
 */
import { type ParsedScript, parse } from "unbash";
import type { Where } from "../model/effect.js";
import { type Invocation, type Reading, UNKNOWN } from "../model/invocation.js";
import { mayDoHarm } from "./everyday.js";
import { runNodes } from "./interpret.js";
import { DEEPEST, MOST_TEXT, tooMuch } from "./limits.js";
import { plantedIn } from "./planted.js";
import { readPowerShell } from "./powershell/read.js";
import { type Place, placed, Reader } from "./reader.js";
import { Scope } from "./scope.js";
import { setAside } from "./set-aside.js";
import { shown } from "./simple.js";
import { startProgram } from "./start.js";

/** Known state before a script starts. */
export interface Started {
  /** `$0` */
  readonly zero?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

export function readCommand(text: string, where: Where, started: Started = {}): Reading {
  return readWith(text, where, (command, place, reader) => runText(command, begin(place, started), reader, command));
}

function begin(place: Place, { zero, variables = {} }: Started): Place {
  if (zero !== undefined) place.scope.zero = zero;
  for (const [name, value] of Object.entries(variables)) place.scope.set(name, [[value]], true);
  return place;
}

/** The same for PowerShell text. */
export function readPowerShellCommand(text: string, where: Where): Reading {
  return readWith(text, where, readPowerShell);
}

type Read = (text: string, place: Place, reader: Reader) => unknown;

function readWith(text: string, where: Where, read: Read): Reading {
  const reader = new Reader(where);
  reader.walk = {
    nodes: (nodes, place) => runNodes(nodes, place, reader),
    text: (inner, place, line) => runText(inner, place, reader, line),
    start: (start, place) => startProgram(start, place, reader),
  };
  try {
    read(text.includes(UNKNOWN) ? text.replaceAll(UNKNOWN, "\u{FFFD}") : text, placeIn(where), reader);
  } catch {
    // The parser is recursive: deep nesting can exhaust the stack.
    reader.stop("cannot be parsed as a command line", shortened(text));
  }
  const { invocations, unclear, effects, marks } = reader;
  return { invocations, unclear, effects, marks, planted: reader.files.size === 0 ? [] : plantedIn(reader) };
}

function placeIn(where: Where): Place {
  return {
    scope: new Scope(where.cwd),
    source: "",
    input: { kind: "none" },
    through: [],
    runs: "here",
    captured: false,
    depth: 0,
    calls: [],
    beside: false,
  };
}

function runText(text: string, place: Place, reader: Reader, line: string): Invocation[] {
  if (reader.over) return [];
  const words = shown(shortened(line));
  if (place.depth > DEEPEST || text.length > MOST_TEXT) {
    reader.stop(place.depth > DEEPEST ? "is nested too deeply to analyse" : "is too long to analyse", words);
    return [];
  }
  if (text.includes(UNKNOWN) && text.trim() === UNKNOWN) {
    reader.cannotTell("runs text as commands that cannot be determined", words);
    return [];
  }
  if (place.depth > 0 && !reader.spend(text.length, words)) return [];
  const script = parsed(text, reader, words);
  if (script === undefined) return [];
  return runNodes(script.tree.commands, placed(place, { source: script.text, depth: place.depth + 1 }), reader);
}

function parsed(text: string, reader: Reader, words: string): { tree: ParsedScript; text: string } | undefined {
  const aside = text.length > 2000 ? setAside(text) : undefined;
  const code = aside === undefined ? text : aside.text;
  const why = tooMuch(code);
  if (why !== undefined) {
    reader.stop(why, words);
    return undefined;
  }
  if (aside !== undefined && aside.bodies.size > 0) reader.bodies = aside.bodies;
  const tree = parse(code);
  if ((tree.errors?.length ?? 0) > 0) {
    reader.mark("broken", "");
    if (mayDoHarm(code)) reader.cannotTell("cannot be parsed as a command line", words);
  }
  return { tree, text: code };
}

function shortened(text: string): string {
  return text.length > 500 ? `${text.slice(0, 300)}…${text.slice(-150)}` : text;
}
