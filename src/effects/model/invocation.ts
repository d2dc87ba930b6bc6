/**
 * One program as a shell would start it. `shell/` makes these of a command line, `programs/` says what each of them does.
 * Wrappers (`sudo`, `xargs`, `sh -c`, …) are taken apart by `shell/`: what they start is an invocation of its own.
 */

import type { Effect } from "./effect.js";

/** Stands for a part of a word that cannot be told: `$x`, `$(…)`. No command line holds it itself. */
export const UNKNOWN = "\u{FFFC}";

export interface Word {
  /** Without quotes and escapes, variables put in where they are known, each part that is not known an `UNKNOWN`. */
  readonly text: string;
  /** False when `text` holds an `UNKNOWN`. */
  readonly known: boolean;
  /** It holds `*`, `?` or `[…]` that a shell would expand. The text keeps them. */
  readonly glob: boolean;
  /** As it was written. */
  readonly source: string;
}

export interface Redirect {
  /** Descriptors joined to others (`2>&1`) are no redirections to files, and are left out. */
  readonly operator: ">" | ">>" | ">|" | "<" | "<>" | "&>" | "&>>";
  readonly target: Word;
  /** Where it is written out: `2` of `2> log`. */
  readonly descriptor?: number;
}

/** What a program reads on its standard input. */
export type Input =
  | { readonly kind: "none" }
  /** A here-document or a here-string. */
  | { readonly kind: "text"; readonly text: Word }
  /** What other programs print, in the order they print it. */
  | { readonly kind: "pipe"; readonly from: readonly Invocation[] }
  | { readonly kind: "file"; readonly file: Word };

export interface Invocation {
  /** Base name without folder: `rm` for `/bin/rm` and `\rm`. Undefined when it cannot be told. */
  readonly program: string | undefined;
  /** The word that names it. */
  readonly name: Word;
  readonly args: readonly Word[];
  /** Variables that are set for it, `X=1 make`, and those of `env X=1`. */
  readonly variables: ReadonlyMap<string, Word>;
  readonly redirects: readonly Redirect[];
  readonly input: Input;
  /** The folder it is started in; undefined when it cannot be told. */
  readonly cwd: string | undefined;
  /** Wrappers it is started through, outermost first: `sudo`, `xargs`. */
  readonly through: readonly string[];
  /** `elsewhere`: on another machine or in a container, where paths are others. */
  readonly runs: "here" | "elsewhere";
  /** Its arguments go on with words nobody can see: what `xargs` or `find -exec` add. */
  readonly moreArgs: boolean;
  /** It stands in a substitution, so that what it prints becomes part of another command. */
  readonly captured: boolean;
  /** The words of the command line it came from. */
  readonly words: string;
  /** No program is started: a tool, or inline code, does what this program is known for. */
  readonly standsIn?: true;
}

/** What changes the shell itself, and so what is started later; `broken`: no shell would take it as it stands. */
export interface Mark {
  readonly mark: "assigns" | "defines" | "background" | "broken";
  /** Of the variable or the function. */
  readonly name: string;
}

/** What a command line comes to. */
export interface Reading {
  /** Wrappers are among them, each before what it starts. */
  readonly invocations: readonly Invocation[];
  /** What no program is known for: a function of a shell that calls itself without end, code that runs what it fetched. */
  readonly effects?: readonly Effect[];
  /** Texts that the line writes to files which something else runs later: hooks, workflows. */
  readonly planted?: readonly { readonly file: string; readonly text: string }[];
  /** Variables and functions of the line, and what it leaves running. */
  readonly marks?: readonly Mark[];
  /** What could not be told, each in words as of `Effect.what`. A guard asks. */
  readonly unclear: readonly { readonly what: string; readonly words: string }[];
}
