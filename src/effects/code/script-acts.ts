/** What a script of `sed` or `awk` does besides printing. Guards derive effects from it, `read-only` derives "only reads". */

export interface ScriptActs {
  readonly writes: readonly { readonly file: string; readonly appends: boolean }[];
  /** Command lines for a shell. UNKNOWN stands for text that only exists when the script runs. */
  readonly runs: readonly string[];
  /** False if versions of the program may read the script differently. The lists hold what any of them would do. */
  readonly certain: boolean;
}

/** Longer scripts are not read. */
export const LONGEST_SCRIPT = 10_000;

/** Files that hold nothing afterwards. */
export const isStandardStream = (file: string) => /^\/dev\/(?:null|stdout|stderr)$/.test(file);
