/** Code as tokens, without comments. Strings are values: text that a program only prints is not a command. */

export type Token =
  | { readonly type: "name"; readonly text: string; readonly at: number; readonly end: number }
  /** Content between the quotes; embedded code (`${…}`) is tokenised separately. */
  | { readonly type: "string"; readonly parts: readonly Part[]; readonly at: number; readonly end: number }
  /** A string that is passed to a shell: backticks, `qx`, `%x`. */
  | { readonly type: "command"; readonly parts: readonly Part[]; readonly at: number; readonly end: number }
  | { readonly type: "words"; readonly words: readonly string[]; readonly at: number; readonly end: number }
  | { readonly type: "number"; readonly text: string; readonly at: number; readonly end: number }
  /** An operator or a bracket; `\n` at the end of a line. */
  | { readonly type: "mark"; readonly text: string; readonly at: number; readonly end: number };

export type Part = string | readonly Token[];

/** String and comment syntax of a language family. */
export interface Spelling {
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [open: string, close: string])[];
  /** Interpolation by quote: none, `{x}` after an `f`, `${x}`, `$x`, `#{x}`. */
  readonly quotes: Readonly<Record<string, Quote>>;
  /** Letters allowed before a quote. */
  readonly prefixes?: RegExp;
  /** `'''` and `"""`. */
  readonly triple?: true;
  /** `q(…)`, `qq{…}`, `qx/…/` of Perl; `%q(…)`, `%x(…)` of Ruby. */
  readonly generic?: "perl" | "ruby";
  /** `<<END` and `<<<END`. */
  readonly heredocs?: RegExp;
  /** `/…/` where division is impossible. */
  readonly patterns?: true;
  /** `[[…]]`. */
  readonly longBrackets?: true;
  /** Sigils that a name may start with: `$`, `@`. */
  readonly sigils: string;
}

export interface Quote {
  readonly fills: "none" | "f" | "${}" | "$" | "#{}";
  readonly runs?: true;
  /** Only the quote and the backslash can be escaped. */
  readonly plain?: true;
}
