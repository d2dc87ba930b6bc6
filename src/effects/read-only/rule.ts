/** Arguments with which a program still only reads. Anything not listed is rejected. */
import type { Word } from "../model/invocation.js";

/**
 * Lists are space-separated names: `-n --lines`. `--lines=` takes a value, `--color=always|never` one of these;
 * `--color?` has an optional value in the same word; `-#` is a number.
 */
export interface Options {
  /** No argument makes it write, run or send anything, not even an unknown one. */
  readonly free?: true;
  /** Allowed options (default: all but those in `not`). */
  readonly options?: string;
  /** For a program whose writing and running options are all known. */
  readonly not?: string;
  /** At least one of these is required. */
  readonly needs?: string;
  /** Number of operands allowed, or their pattern. */
  readonly operands?: number | ((operands: readonly string[]) => boolean);
  /** The first operand is a subcommand. Others are rejected. */
  readonly verbs?: Verbs;
  /** May also be started without a subcommand. */
  readonly bare?: true;
  /** Maximum number of words before `--help` (default with `verbs`: 1). */
  readonly help?: number;
  /** Does not accept abbreviated long names. */
  readonly whole?: true;
  /** Long names have one dash: `-json`. */
  readonly oneDash?: true;
}

/** For checks that a list cannot express. Words may be unknown; with `open`, more words follow. */
export type Check = (words: readonly Word[], open: boolean, ways: Ways) => boolean;

/** Alternatives: one of them has to match. */
export type Rule = Options | Check | readonly Rule[];
/** Keyed by name; synonyms are separated by spaces. */
export type Verbs = Readonly<Record<string, Rule>>;

/** Recursive checks, for programs that start others. */
export interface Ways {
  /** Checks a program with its arguments. */
  readonly command: (words: readonly Word[], open: boolean) => boolean;
  /** Checks a command line. */
  readonly line: (text: string) => boolean;
  readonly fits: (rule: Rule, words: readonly Word[], open: boolean) => boolean;
}

/** Any arguments. */
export const ANY: Options = { free: true };
/** Any known arguments: names are looked up remotely, so no hidden data may be part of them. */
export const SEEN: Options = {};
/** No arguments. */
export const ALONE: Options = { options: "", operands: 0 };

/** A literal word that no shell expansion produces. Required for words that decide what a command does. */
export function isWritten({ source }: Word): boolean {
  return !/[$`]/.test(source);
}

/** A literal word that is not an option. */
export function isSure({ known, glob, text }: Word): boolean {
  return known && !(glob && /^[-*?[{@+!]/.test(text));
}
