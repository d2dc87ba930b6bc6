/** What a page of the menu is. */
import type { Lines } from "./lines.js";

/** Arguments of `snaphook`: what is printed is what is run. */
export type Line = readonly string[];

export interface Page {
  readonly title: string;
  /** Prints the same in a shell. */
  readonly line: Line;
  /** Loaded again every few seconds, and when a question changes. */
  readonly live?: true;
  load(lines: Lines): Promise<Loaded> | Loaded;
}

export interface Loaded {
  readonly rows: readonly Row[];
  readonly actions?: readonly Action[];
  /** Below the rows, in one sentence: what to do next. */
  readonly hint?: string;
}

export interface Row {
  /** Made visible already, with our own colours. Begins with two spaces if it can be selected: the cursor is shown there. */
  readonly text: string;
  readonly opens?: () => Page;
  readonly actions?: readonly Action[];
}

export interface Action {
  readonly key: string;
  readonly word: string;
  readonly line: Line;
  /** Its output is a page. Otherwise it runs below the menu's screen, where it can ask for a code. */
  readonly isPage?: true;
  /** Only after the last row was on the screen. */
  readonly afterEnd?: true;
  /** Asked for first; the text becomes the value of this option. */
  readonly asks?: { readonly question: string; readonly option: string };
}

export function isSelectable({ opens, actions }: Row): boolean {
  return opens !== undefined || actions !== undefined;
}

/** What a command prints. */
export function textPage(title: string, line: Line, actions: readonly Action[] = []): Page {
  return {
    title,
    line,
    load: async (lines) => ({ rows: textRows((await lines.text(line)).text), actions }),
  };
}

export function textRows(text: string): Row[] {
  return text
    .trimEnd()
    .split("\n")
    .map((one) => ({ text: one }));
}

/** An id that begins with a dash is not an option. */
export function operand(text: string): Line {
  return text.startsWith("-") ? ["--", text] : [text];
}
