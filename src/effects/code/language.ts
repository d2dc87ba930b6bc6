/** Describes one language: its syntax, and what its functions do. One file per language. */
import type { Spelling } from "./token.js";
import type { Value } from "./value.js";

export type Act =
  /** Arguments that name files, by index. */
  | { readonly does: "delete" | "delete-tree" | "read" | "write" | "overwrite" | "permissions"; readonly path: number }
  | { readonly does: "move" | "copy" | "link"; readonly path: number; readonly to: number }
  /** Reads or writes, depending on the mode argument at this index. */
  | { readonly does: "open"; readonly path: number; readonly mode: number }
  /** A command line, a list of words, or either; `rest`: each argument is a word. */
  | { readonly does: "run"; readonly command: number; readonly rest?: true; readonly words?: true }
  | { readonly does: "eval"; readonly code: number }
  | { readonly does: "fetch" | "send"; readonly url: number }
  /** Opens a two-way connection to another machine. */
  | { readonly does: "connect" }
  /** Redirects standard input and output. */
  | { readonly does: "join-streams" }
  | { readonly does: "kill"; readonly process: number };

export interface Call {
  readonly name: string;
  readonly args: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
  /** The receiver of the call. */
  readonly on: Value | undefined;
  /** Range of characters in the code. */
  readonly at: number;
  readonly end: number;
}

export interface Language {
  readonly name: string;
  readonly spelling: Spelling;
  /** Operators that concatenate strings. */
  readonly joins: readonly string[];
  /** Member access operators. */
  readonly parts: readonly string[];
  /** `system "x"`: calls may omit parentheses. */
  readonly bare: boolean;
  /** Keyed by full name. A name that starts with `#` is a method of any receiver; the receiver is argument -1. */
  readonly acts: Readonly<Record<string, Act | readonly Act[]>>;
  /** Result of a call, if it can be computed. */
  readonly values: Readonly<Record<string, (call: Call, home: string) => Value | undefined>>;
  /** Names available without an import. */
  readonly globals: Readonly<Record<string, string>>;
  /** Keywords before the name of a function definition. */
  readonly defines: readonly string[];
  /** Functions that load a module by name. */
  readonly imports?: readonly string[];
}
