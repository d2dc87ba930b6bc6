/** State of the walk over a command line, and the interface between its parts. */
import type { Script, SyntaxNode } from "unbash";
import type { Effect, Where } from "../model/effect.js";
import type { Input, Invocation, Mark, Redirect, Word } from "../model/invocation.js";
import { MOST_EXPANDED, MOST_INVOCATIONS, MOST_STEPS } from "./limits.js";
import type { Scope } from "./scope.js";

/** Position of a command in a line. */
export interface Place {
  readonly scope: Scope;
  /** The text that node positions refer to. */
  readonly source: string;
  readonly input: Input;
  readonly through: readonly string[];
  readonly runs: Invocation["runs"];
  readonly captured: boolean;
  readonly depth: number;
  /** Functions and aliases on the call stack. */
  readonly calls: readonly unknown[];
  /** In a pipe or in the background, in parallel with others. */
  readonly beside: boolean;
}

/** The same place with changes. All fields are named: places have one shape, and are made for each node of a line. */
export function placed(place: Place, change: Partial<Place>): Place {
  return {
    scope: change.scope ?? place.scope,
    source: change.source ?? place.source,
    input: change.input ?? place.input,
    through: change.through ?? place.through,
    runs: change.runs ?? place.runs,
    captured: change.captured ?? place.captured,
    depth: change.depth ?? place.depth,
    calls: change.calls ?? place.calls,
    beside: change.beside ?? place.beside,
  };
}

/** A program with its context, before wrappers are unwrapped. */
export interface Start {
  /** The first one is its name. */
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
  readonly input: Input;
  readonly variables: ReadonlyMap<string, Word>;
  readonly moreArgs: boolean;
  /** Its source text. */
  readonly line: string;
  /** Invocations in substitutions of its words. */
  readonly inside?: readonly Invocation[];
}

/** The parts of the walk. Each returns the invocations whose output goes where its own output goes. */
export interface Walk {
  nodes(nodes: readonly SyntaxNode[], place: Place): Invocation[];
  /** Text that a shell runs. */
  text(text: string, place: Place, line: string): Invocation[];
  start(start: Start, place: Place): Invocation[];
}

export class Reader {
  readonly invocations: Invocation[] = [];
  readonly unclear: { what: string; words: string }[] = [];
  readonly effects: Effect[] = [];
  readonly marks: Mark[] = [];
  /** Files that the line itself writes, newest first, each with the invocations that print its content. */
  readonly files = new Map<string, readonly (readonly Invocation[])[]>();
  /** Here-document texts that were set aside. */
  bodies: ReadonlyMap<string, string> = new Map();
  /** `>(…)` of the current command: they run once their input is known. */
  pending: { readonly script: Script; readonly place: Place }[] = [];
  /** Which of its values a variable has in this iteration, and the number of iterations. */
  pick = 0;
  widest = 1;
  /** A limit was reached: the walk stops. */
  over = false;
  walk!: Walk;
  #steps = 0;
  #expanded = 0;

  constructor(readonly where: Where) {}

  /** False if the walk has stopped. */
  step(line: string, weight = 1): boolean {
    this.#steps += weight;
    if (this.#steps > MOST_STEPS) this.stop("does too much to analyse", line);
    return !this.over;
  }

  /** Counts characters that are produced or parsed again. */
  spend(characters: number, line: string): boolean {
    this.#expanded += characters;
    if (this.#expanded > MOST_EXPANDED) this.stop("expands to too much text to analyse", line);
    return !this.over;
  }

  emit(invocation: Invocation): void {
    if (this.invocations.length >= MOST_INVOCATIONS) this.stop("starts too many programs to analyse", invocation.words);
    else this.invocations.push(invocation);
  }

  stop(what: string, words: string): void {
    if (!this.over) this.cannotTell(what, words);
    this.over = true;
  }

  mark(mark: Mark["mark"], name: string): void {
    if (!this.marks.some((known) => known.mark === mark && known.name === name)) this.marks.push({ mark, name });
  }

  cannotTell(what: string, words: string): void {
    if (!this.unclear.some((known) => known.what === what && known.words === words)) this.unclear.push({ what, words });
  }
}
