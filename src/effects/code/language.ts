/** What is known of one language: how it is written, and what its functions do. One file each. */
import type { Spelling } from "./token.js";
import type { Value } from "./value.js";

export type Act =
  /** Files, by the place of the argument that names them. */
  | { readonly does: "delete" | "delete-tree" | "read" | "write" | "overwrite" | "permissions"; readonly path: number }
  | { readonly does: "move" | "copy" | "link"; readonly path: number; readonly to: number }
  /** Read or written by what the mode at this place says. */
  | { readonly does: "open"; readonly path: number; readonly mode: number }
  /** A command line, a list of words, or whichever of them it is given; `rest`: each argument is a word. */
  | { readonly does: "run"; readonly command: number; readonly rest?: true; readonly words?: true }
  | { readonly does: "eval"; readonly code: number }
  | { readonly does: "fetch" | "send"; readonly url: number }
  /** A connection to another machine that can be read from and written to. */
  | { readonly does: "connect" }
  /** Joins standard input and output to something else. */
  | { readonly does: "join-streams" }
  | { readonly does: "kill"; readonly process: number };

export interface Call {
  readonly name: string;
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** What it was called on. */
  readonly on: Value | undefined;
  /** From which to which character of the code. */
  readonly at: number;
  readonly end: number;
}

export interface Language {
  readonly name: string;
  readonly spelling: Spelling;
  /** Marks that join two texts. */
  readonly joins: readonly string[];
  /** Between a thing and its part. */
  readonly parts: readonly string[];
  /** `system "x"`: arguments may stand without brackets. */
  readonly bare: boolean;
  /** By full name; names that begin with `#` are methods of whatever they are called on, which is argument -1. */
  readonly acts: Readonly<Record<string, Act | readonly Act[]>>;
  /** What a call comes to, where that can be told. */
  readonly values: Readonly<Record<string, (call: Call, home: string) => Value | undefined>>;
  /** Names that are there without being imported. */
  readonly globals: Readonly<Record<string, string>>;
  /** Words before the name of a function that is made here. */
  readonly defines: readonly string[];
  /** Functions that give a module by its name. */
  readonly imports?: readonly string[];
}
