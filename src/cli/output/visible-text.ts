/** Text of files, agents and models on a terminal: see `core/text/visible-text.ts`. */
import { safe, safeName } from "../../core/text/visible-text.js";
import { isTerminal } from "./stdout.js";
import { outputWidth } from "./terminal.js";

export { safe, safeName };

/** Lines after the first begin with a bar, so that none of them looks like a line of ours. */
export function safeLines(text: string, indent = "    "): string {
  return safe(text).replaceAll("\n", `\n${indent}│ `);
}

/** Colours are ours: the codes that `paint` writes. */
const LEFT = /\u001b\[(?:0|1|3[1-4]|90)m|\n|(?![ \t])[\p{C}\p{Zl}\p{Zp}]/gu;

/** The last step before a terminal: text that was made visible already stays as it is. */
export function withoutControls(text: string): string {
  if (!/[^\n -~]/.test(text)) return text;
  return text.replace(LEFT, (found) => (found === "\n" || found.length > 2 ? found : safe(found)));
}

const SHOWN_LINES = 120;
const SHOWN_CHARS = 3000;
/** More than this does not stay on one screen. */
const SCREEN_LINES = 20;
const SCREEN_CHARS = 1600;
const BRIEF_CHARS = 120;
const PIPE_COLUMNS = 100;

/**
 * What a person is asked about: all of it. Rows of the text begin with `indent` and a bar, a dashed one where a line goes on, so
 * that none of them looks like a line of ours. Where it does not fit on a screen, its size and both ends follow.
 */
export function wholeText(text: string, indent: string, columns = shownColumns()): string[] {
  const { width, show } = rowsFor(indent, columns);
  return [...text.split("\n").flatMap((line) => show(safe(line))), ...sizeLines(text, indent, width)];
}

/** The same of a long text's both ends, with how much is left out: where nothing is approved that only this shows. */
export function excerptText(text: string, indent: string, columns = shownColumns()): string[] {
  const { width, show } = rowsFor(indent, columns);
  const lines = text.split("\n");
  const cut = lines.length - SHOWN_LINES;
  const half = SHOWN_LINES / 2;
  const rowsOf = (some: readonly string[]) => some.flatMap((line) => show(shownLine(line)));
  const shown =
    cut <= 0
      ? rowsOf(lines)
      : [
          ...rowsOf(lines.slice(0, half)),
          `${indent}… ${cut} lines are not shown here …`,
          ...rowsOf(lines.slice(-half)),
        ];
  return [...shown, ...sizeLines(text, indent, width)];
}

function rowsFor(indent: string, columns: number) {
  const width = Math.max(20, columns - indent.length - 3);
  const show = (line: string) => rows(line, width).map((row, i) => `${indent}${i === 0 ? "│" : "┆"} ${row}`);
  return { width, show };
}

function sizeLines(text: string, indent: string, width: number): string[] {
  const lines = text.split("\n");
  if (lines.length <= SCREEN_LINES && text.length <= SCREEN_CHARS) return [];
  const room = width - 7;
  const last = lines.findLast((line) => line.trim() !== "") ?? "";
  return [
    `${indent}${lines.length} lines, ${text.length} characters in all`,
    `${indent}begins │ ${[...safe(lines[0]!.slice(0, BRIEF_CHARS))].slice(0, room).join("")}`,
    `${indent}ends   │ ${[...safe(last.slice(-BRIEF_CHARS))].slice(-room).join("")}`,
  ];
}

/** Rows are short in a pipe, too: a reader there may wrap them. */
function shownColumns(): number {
  return isTerminal() ? outputWidth() : PIPE_COLUMNS;
}

/** The mark is made of what the text itself cannot hold unmarked. */
function shownLine(line: string): string {
  if (line.length <= SHOWN_CHARS) return safe(line);
  const half = SHOWN_CHARS / 2;
  return `${safe(line.slice(0, half))}⟦… ${line.length - SHOWN_CHARS} characters …⟧${safe(line.slice(-half))}`;
}

/** A terminal would go on at the left edge, where our own lines begin. */
function rows(line: string, width: number): string[] {
  const found = [""];
  let used = 0;
  for (const char of line) {
    const wide = char.codePointAt(0)! < 0x1100 ? 1 : 2; // rather too many than too few
    if (used + wide > width) {
      found.push("");
      used = 0;
    }
    found.push(`${found.pop()}${char}`);
    used += wide;
  }
  return found;
}
