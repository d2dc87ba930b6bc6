/** What is known of a command-line program that talks to a service, as data. */
import type { Gravity } from "../model/effect.js";

/**
 * Keys are patterns: the words of a subcommand from its first, `a|b` for either, `*` for any one, `x*` for a
 * beginning, `*x` for an end.
 * A word that begins with `-` is an option that must be given (`-f|--force`: one of them; `--replicas=0`: with that value,
 * in small letters),
 * `!-n` one that must not be.
 * The first that fits counts, before the verbs that all services share. A value may say what happens, as `Effect.what`.
 */
export type Rules = Readonly<Record<string, Gravity | readonly [severity: Gravity, what: string]>>;

export interface Cli {
  readonly names: readonly string[];
  /** Where things happen, as in "deletes things in a cluster". */
  readonly where: string;
  /** How many words may come before names of things begin: 1 for `kubectl delete`, 2 for `gh repo delete`. */
  readonly depth: number;
  /** Options before the subcommand whose value is the next word. */
  readonly taking?: readonly string[];
  readonly rules?: Rules;
  /** Things whose loss is grave here, beside those of `nouns.ts`. */
  readonly heavy?: readonly string[];
  /** Things nobody misses here. */
  readonly light?: readonly string[];
  /** A way to the goal that is let through, with a command in backticks where there is one. */
  readonly instead: string;
}
