/** What a program may be given while it still only reads. Everything that is not said to be fine is refused. */
import type { Word } from "../model/invocation.js";

/**
 * Lists are names with blanks between them: `-n --lines`. `--lines=` takes a value, `--color=always|never` one of these;
 * `--color?` may have one, in the same word; `-#` is a number.
 */
export interface Options {
  /** No argument whatsoever makes it write, run or send anything: not even words nobody can see. */
  readonly free?: true;
  /** The options it may have. Without, all but those of `not`. */
  readonly options?: string;
  /** For a program whose options that write or run something are all known. */
  readonly not?: string;
  /** One of these has to be among them. */
  readonly needs?: string;
  /** How many words that are no options there may be, or what they may be. */
  readonly operands?: number | ((operands: readonly string[]) => boolean);
  /** Its first word that is no option names what it does. Other names are refused. */
  readonly verbs?: Verbs;
  /** It may also be started without any of them. */
  readonly bare?: true;
  /** How many words may stand before `--help` for it to be the program's own; one where there are `verbs`. */
  readonly help?: number;
  /** Long names are not understood when cut short. */
  readonly whole?: true;
  /** Long names have one dash: `-json`. */
  readonly oneDash?: true;
}

/** For what a list cannot say. Words may be unknown, and with `open` more of them follow. */
export type Check = (words: readonly Word[], open: boolean, ways: Ways) => boolean;

/** Several: one of them has to fit. */
export type Rule = Options | Check | readonly Rule[];
/** By name; several names of the same are separated by blanks. */
export type Verbs = Readonly<Record<string, Rule>>;

/** Ways back to the whole, for what starts something else. */
export interface Ways {
  /** A program by its name and arguments. */
  readonly command: (words: readonly Word[], open: boolean) => boolean;
  /** A command line. */
  readonly line: (text: string) => boolean;
  readonly fits: (rule: Rule, words: readonly Word[], open: boolean) => boolean;
}

/** Whatever it is given. */
export const ANY: Options = { free: true };
/** Whatever can be seen that it is given: what it names is looked up elsewhere, so nothing hidden may be part of it. */
export const SEEN: Options = {};
/** By itself, without a word. */
export const ALONE: Options = { options: "", operands: 0 };

/** Written out: not worked out by a shell first. What a command is decided by has to be. */
export function isWritten({ source }: Word): boolean {
  return !/[$`]/.test(source);
}

/** It can become nothing else than it is, and no option. */
export function isSure({ known, glob, text }: Word): boolean {
  return known && !(glob && /^[-*?[{@+!]/.test(text));
}
