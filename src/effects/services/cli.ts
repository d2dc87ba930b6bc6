/** Describes a service's command line program, as data. */
import type { Severity } from "../model/effect.js";

/**
 * Keys are patterns over the words of a subcommand: `a|b` for either, `*` for any one word, `x*` for a prefix, `*x` for
 * a suffix. A word that starts with `-` is a required option (`-f|--force`: one of them; `--replicas=0`: with that
 * value, in lower case), `!-n` a forbidden one. The first match counts, before the verbs that all services share. A
 * value may supply the text for `Effect.what`.
 */
export type Rules = Readonly<Record<string, Severity | readonly [severity: Severity, what: string]>>;

export interface Cli {
  readonly names: readonly string[];
  /** Completes the sentence, as in "deletes resources in a cluster". */
  readonly where: string;
  /** Number of words before resource names: 1 for `kubectl delete`, 2 for `gh repo delete`. */
  readonly depth: number;
  /** Global options whose value is the next word. */
  readonly taking?: readonly string[];
  readonly rules?: Rules;
  /** Resources whose loss is destructive here, in addition to `nouns.ts`. */
  readonly heavy?: readonly string[];
  /** Resources whose loss does not matter here. */
  readonly light?: readonly string[];
  /** An allowed way to the goal, with a command in backticks if there is one. */
  readonly instead: string;
}
