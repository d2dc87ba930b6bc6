/** Line-based diff of two texts, with a few lines of context. */

export interface DiffLine {
  readonly sign: " " | "-" | "+";
  readonly text: string;
}

const AROUND = 2;
/** With more changed lines than this, only the fact of a change is shown. */
const MOST_LINES = 2000;

/** Undefined if the difference is too large to show. */
export function lineDiff(before: string, after: string): DiffLine[] | undefined {
  const lines = allLines(before.split("\n"), after.split("\n"));
  return lines && nearChanges(lines);
}

/**
 * A unified diff as `diff -u` writes it, which `git apply` and `patch` read. A file that does not exist is undefined. The
 * result is undefined if the texts differ in too many lines.
 */
export function unifiedDiff(path: string, before: string | undefined, after: string | undefined): string | undefined {
  const lines = allLines(linesOf(before), linesOf(after));
  if (lines === undefined) return undefined;
  const heads = [`--- ${before === undefined ? "/dev/null" : path}`, `+++ ${after === undefined ? "/dev/null" : path}`];
  return [...heads, ...hunksOf(lines).flatMap((hunk) => hunkText(lines, hunk))].join("\n");
}

const HUNK_CONTEXT = 3;
const NO_NEWLINE = "\n\\ No newline at end of file";

/** A last line without a line break is another line than with one. */
function linesOf(text = ""): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") return lines.slice(0, -1);
  return [...lines.slice(0, -1), `${lines.at(-1)}${NO_NEWLINE}`];
}

interface Hunk {
  readonly from: number;
  readonly to: number;
}

function hunksOf(lines: readonly DiffLine[]): Hunk[] {
  const hunks: { from: number; to: number }[] = [];
  for (const [at, { sign }] of lines.entries()) {
    if (sign === " ") continue;
    const [from, to] = [Math.max(0, at - HUNK_CONTEXT), Math.min(lines.length, at + HUNK_CONTEXT + 1)];
    const last = hunks.at(-1);
    if (last !== undefined && from <= last.to) last.to = to;
    else hunks.push({ from, to });
  }
  return hunks;
}

function hunkText(lines: readonly DiffLine[], { from, to }: Hunk): string[] {
  const range = (other: DiffLine["sign"]) => {
    const before = lines.slice(0, from).filter(({ sign }) => sign !== other).length;
    const count = lines.slice(from, to).filter(({ sign }) => sign !== other).length;
    return `${count === 0 ? before : before + 1},${count}`;
  };
  return [`@@ -${range("+")} +${range("-")} @@`, ...lines.slice(from, to).map(({ sign, text }) => `${sign}${text}`)];
}

/** Every line of both; undefined when they differ in too much to be shown. */
function allLines(a: readonly string[], b: readonly string[]): DiffLine[] | undefined {
  const start = commonLength(a, b, 0);
  const end = Math.min(commonLength(a, b, 0, true), Math.min(a.length, b.length) - start);
  const [oldLines, newLines] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (oldLines.length + newLines.length > MOST_LINES) return undefined;
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ sign: " ", text }));
  return [...same(a.slice(0, start)), ...changed(oldLines, newLines), ...same(a.slice(a.length - end))];
}

function commonLength(a: readonly string[], b: readonly string[], from: number, fromEnd = false): number {
  const at = (lines: readonly string[], i: number) => (fromEnd ? lines[lines.length - 1 - i] : lines[i]);
  let length = from;
  while (length < a.length && length < b.length && at(a, length) === at(b, length)) length++;
  return length;
}

/** Longest common subsequence. */
function changed(a: readonly string[], b: readonly string[]): DiffLine[] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const lines: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push({ sign: " ", text: a[i++]! });
      j++;
    } else if (j >= b.length || (i < a.length && lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!))
      lines.push({ sign: "-", text: a[i++]! });
    else lines.push({ sign: "+", text: b[j++]! });
  }
  return lines;
}

function nearChanges(lines: readonly DiffLine[]): DiffLine[] {
  return lines.filter((_, at) =>
    lines.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(({ sign }) => sign !== " "),
  );
}
