/** What is gathered while a command line is walked, and how the parts of the walk call each other. */
import type { Script, SyntaxNode } from "unbash";
import type { Effect, Where } from "../model/effect.js";
import type { Input, Invocation, Mark, Redirect, Word } from "../model/invocation.js";
import { MOST_EXPANDED, MOST_INVOCATIONS, MOST_STEPS } from "./limits.js";
import type { Scope } from "./scope.js";

/** Where in a line a command stands. */
export interface Place {
  readonly scope: Scope;
  /** What the positions of its nodes are in. */
  readonly source: string;
  readonly input: Input;
  readonly through: readonly string[];
  readonly runs: Invocation["runs"];
  readonly captured: boolean;
  readonly depth: number;
  /** Functions and aliases that are being walked. */
  readonly calls: readonly unknown[];
  /** In a pipe or in the background, beside others. */
  readonly beside: boolean;
}

/** A program and what goes with it, before wrappers are taken apart. */
export interface Start {
  /** The first one names it. */
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
  readonly input: Input;
  readonly variables: ReadonlyMap<string, Word>;
  readonly moreArgs: boolean;
  /** The words of the line. */
  readonly line: string;
  /** What runs in substitutions of its words. */
  readonly inside?: readonly Invocation[];
}

/** The parts of the walk. Each gives back the invocations whose output goes where its own output goes. */
export interface Walk {
  nodes(nodes: readonly SyntaxNode[], place: Place): Invocation[];
  /** A text that a shell runs. */
  text(text: string, place: Place, line: string): Invocation[];
  start(start: Start, place: Place): Invocation[];
}

export class Reader {
  readonly invocations: Invocation[] = [];
  readonly unclear: { what: string; words: string }[] = [];
  readonly effects: Effect[] = [];
  readonly marks: Mark[] = [];
  /** Files that the line itself writes, each with what may be in it, newest first: the invocations that print it. */
  readonly files = new Map<string, readonly (readonly Invocation[])[]>();
  /** Texts of here-documents that were set aside. */
  bodies: ReadonlyMap<string, string> = new Map();
  /** `>(…)` of the command that is expanded: they run once it is known what they read. */
  pending: { readonly script: Script; readonly place: Place }[] = [];
  /** Which of its values a variable has in this round, and how many rounds there are. */
  pick = 0;
  widest = 1;
  /** A limit was reached: nothing more is walked. */
  over = false;
  walk!: Walk;
  #steps = 0;
  #expanded = 0;

  constructor(readonly where: Where) {}

  /** False when nothing more may be walked. */
  step(line: string, weight = 1): boolean {
    this.#steps += weight;
    if (this.#steps > MOST_STEPS) this.stop("does too much to be read", line);
    return !this.over;
  }

  /** Counts characters that are made or looked at a second time. */
  spend(characters: number, line: string): boolean {
    this.#expanded += characters;
    if (this.#expanded > MOST_EXPANDED) this.stop("becomes too long to be read", line);
    return !this.over;
  }

  emit(invocation: Invocation): void {
    if (this.invocations.length >= MOST_INVOCATIONS) this.stop("starts too much to be read", invocation.words);
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
