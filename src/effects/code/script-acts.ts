/**
 * Side effects of a `sed` or `awk` script. Guards derive effects from it; `read-only` uses it to prove that a script
 * only reads.
 */

export interface ScriptActs {
  readonly writes: readonly { readonly file: string; readonly appends: boolean }[];
  /** Command lines for a shell. UNKNOWN stands for text that is known only at run time. */
  readonly runs: readonly string[];
  /**
   * False if versions of the program may parse the script differently. The lists then contain what any of them would
   * do.
   */
  readonly certain: boolean;
}

/** Maximum length of a script. */
export const LONGEST_SCRIPT = 10_000;

/** Files that are truncated. */
export const isStandardStream = (file: string) => /^\/dev\/(?:null|stdout|stderr)$/.test(file);
