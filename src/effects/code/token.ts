/** Code as tokens. Comments are gone, strings are values: what a program only prints is no command. */

export type Token =
  | { readonly type: "name"; readonly text: string; readonly at: number; readonly end: number }
  /** What stands between the quotes; code within it (`${…}`) as tokens of its own. */
  | { readonly type: "string"; readonly parts: readonly Part[]; readonly at: number; readonly end: number }
  /** A string that a shell is given: backticks, `qx`, `%x`. */
  | { readonly type: "command"; readonly parts: readonly Part[]; readonly at: number; readonly end: number }
  | { readonly type: "words"; readonly words: readonly string[]; readonly at: number; readonly end: number }
  | { readonly type: "number"; readonly text: string; readonly at: number; readonly end: number }
  /** An operator or a bracket; `\n` where a line ends. */
  | { readonly type: "mark"; readonly text: string; readonly at: number; readonly end: number };

export type Part = string | readonly Token[];

/** How strings and comments are written, by family of languages. */
export interface Spelling {
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [open: string, close: string])[];
  /** By its quote, what is filled in: nothing, `{x}` behind an `f`, `${x}`, `$x`, `#{x}`. */
  readonly quotes: Readonly<Record<string, Quote>>;
  /** Letters that may stand before a quote. */
  readonly prefixes?: RegExp;
  /** `'''` and `"""`. */
  readonly triple?: true;
  /** `q(…)`, `qq{…}`, `qx/…/` of Perl; `%q(…)`, `%x(…)` of Ruby. */
  readonly generic?: "perl" | "ruby";
  /** `<<END` and `<<<END`. */
  readonly heredocs?: RegExp;
  /** `/…/` where no value can be divided. */
  readonly patterns?: true;
  /** `[[…]]`. */
  readonly longBrackets?: true;
  /** Signs that a name may begin with: `$`, `@`. */
  readonly sigils: string;
}

export interface Quote {
  readonly fills: "none" | "f" | "${}" | "$" | "#{}";
  readonly runs?: true;
  /** No escapes but for the quote and the backslash itself. */
  readonly plain?: true;
}
