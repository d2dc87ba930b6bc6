/**
 * One program as a shell would start it. `shell/` derives invocations from a command line; `programs/` knows what each
 * of them does. `shell/` unwraps wrappers (`sudo`, `xargs`, `sh -c`, …): the program they start is a separate
 * invocation.
 */

import type { Effect } from "./effect.js";

/** Placeholder for an unknown part of a word: `$x`, `$(…)`. Never occurs in a real command line. */
export const UNKNOWN = "\u{FFFC}";

export interface Word {
  /** Quotes and escapes removed, known variables expanded. Each unknown part is an `UNKNOWN`. */
  readonly text: string;
  /** False if `text` contains an `UNKNOWN`. */
  readonly known: boolean;
  /** Contains `*`, `?` or `[…]` that a shell would expand. The text keeps them. */
  readonly glob: boolean;
  /** The source text. */
  readonly source: string;
}

export interface Redirect {
  /** Duplicated file descriptors (`2>&1`) are not redirections to files and are omitted. */
  readonly operator: ">" | ">>" | ">|" | "<" | "<>" | "&>" | "&>>";
  readonly target: Word;
  /** The file descriptor, if given: `2` in `2> log`. */
  readonly descriptor?: number;
}

/** Standard input of a program. */
export type Input =
  | { readonly kind: "none" }
  /** A here-document or here-string. */
  | { readonly kind: "text"; readonly text: Word }
  /** Programs whose output is piped in, in order. */
  | { readonly kind: "pipe"; readonly from: readonly Invocation[] }
  | { readonly kind: "file"; readonly file: Word };

export interface Invocation {
  /** Base name: `rm` for `/bin/rm` and `\rm`. Undefined if unknown. */
  readonly program: string | undefined;
  /** The word that names it. */
  readonly name: Word;
  readonly args: readonly Word[];
  /** Environment variables set for it: `X=1 make` and `env X=1`. */
  readonly variables: ReadonlyMap<string, Word>;
  readonly redirects: readonly Redirect[];
  readonly input: Input;
  /** Working directory; undefined if unknown. */
  readonly cwd: string | undefined;
  /** Wrappers that start it, outermost first: `sudo`, `xargs`. */
  readonly through: readonly string[];
  /** `elsewhere`: on another machine or in a container, where paths differ. */
  readonly runs: "here" | "elsewhere";
  /** More arguments are appended at run time, as by `xargs` or `find -exec`. */
  readonly moreArgs: boolean;
  /** Runs in a substitution: its output becomes part of another command. */
  readonly captured: boolean;
  /** The part of the command line it comes from. */
  readonly words: string;
  /** No program is started: a tool or inline code has the same effect as this program. */
  readonly standsIn?: true;
}

/** Changes to the shell itself that affect later commands. `broken`: no shell accepts the line. */
export interface Mark {
  readonly mark: "assigns" | "defines" | "background" | "broken";
  /** Name of the variable or function. */
  readonly name: string;
}

/** Result of interpreting a command line. */
export interface Reading {
  /** Includes wrappers, each before the program it starts. */
  readonly invocations: readonly Invocation[];
  /** Effects that belong to no program: a recursive shell function, code that runs what it fetched. */
  readonly effects?: readonly Effect[];
  /** Text that the line writes to files which run later: hooks, workflows. */
  readonly planted?: readonly { readonly file: string; readonly text: string }[];
  /** Variables, functions and background processes of the line. */
  readonly marks?: readonly Mark[];
  /** Parts that cannot be analysed, phrased like `Effect.what`. A guard asks about them. */
  readonly unclear: readonly { readonly what: string; readonly words: string }[];
}
