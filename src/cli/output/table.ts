/** The one table: aligned columns that fit the terminal. Columns that matter less make room for those that matter more. */
import { paint } from "./print.js";
import { outputWidth } from "./terminal.js";
import { cutPath, cutText, textWidth, wrapText } from "./text-width.js";

export interface Column {
  readonly head?: string;
  /** Left out if the terminal is too narrow, the highest number first. Columns without it always stay. */
  readonly drop?: number;
  /** How a cell is made narrower: on more lines, or cut with `…`, a path at its beginning. Otherwise it stays whole. */
  readonly narrow?: "wrap" | "cut" | "cut-path";
  /** Narrowest useful width of a column that can be made narrower (default: 12). */
  readonly min?: number;
  readonly align?: "right";
}

export interface TableOptions {
  readonly indent?: number;
  readonly width?: number;
}

const GAP = 2;
const USUAL_MIN = 12;

type Rows = readonly (readonly string[])[];

export function table(columns: readonly Column[], rows: Rows, options: TableOptions = {}): string {
  const { indent = 0, width = outputWidth() } = options;
  const hasHead = columns.some(({ head }) => head !== undefined);
  const cells = [...(hasHead ? [columns.map(({ head = "" }) => paint("bold", head))] : []), ...rows];
  const room = width - indent;
  const kept = keptColumns(columns, cells, room);
  const lines =
    kept === undefined
      ? stacked(columns, rows, room)
      : cells.flatMap((row) => rowLines(row, columns, kept, widthsOf(columns, cells, kept, room)));
  return lines.map((line) => " ".repeat(indent) + line).join("\n");
}

/** Indexes of the columns that have room together; undefined if not even those that always stay have. */
function keptColumns(columns: readonly Column[], cells: Rows, room: number): readonly number[] | undefined {
  let kept = columns.map((_, index) => index);
  for (;;) {
    const least = kept.reduce((sum, at) => sum + leastWidth(columns[at]!, cells, at), GAP * (kept.length - 1));
    if (least <= room) return kept;
    const dropped = kept.reduce((last, at) => ((columns[at]!.drop ?? 0) > (columns[last]?.drop ?? 0) ? at : last), -1);
    if (dropped === -1) return undefined;
    kept = kept.filter((at) => at !== dropped);
  }
}

function natural(cells: Rows, at: number): number {
  return cells.reduce((most, row) => Math.max(most, ...(row[at] ?? "").split("\n").map(textWidth)), 0);
}

function leastWidth({ narrow, min = USUAL_MIN }: Column, cells: Rows, at: number): number {
  const full = natural(cells, at);
  if (narrow === undefined || full <= min) return full;
  if (narrow !== "wrap") return min;
  const longest = cells.reduce((most, row) => Math.max(most, ...(row[at] ?? "").split(/\s+/).map(textWidth)), 0);
  return Math.min(full, Math.max(min, longest));
}

/** What is left is shared by the columns that would use it, evenly. */
function widthsOf(columns: readonly Column[], cells: Rows, kept: readonly number[], room: number): Map<number, number> {
  const widths = new Map(kept.map((at) => [at, leastWidth(columns[at]!, cells, at)]));
  const full = new Map(kept.map((at) => [at, natural(cells, at)]));
  let left = room - GAP * (kept.length - 1) - [...widths.values()].reduce((sum, one) => sum + one, 0);
  for (;;) {
    const hungry = kept.filter((at) => widths.get(at)! < full.get(at)!);
    if (hungry.length === 0 || left <= 0) return widths;
    const share = Math.max(1, Math.floor(left / hungry.length));
    for (const at of hungry) {
      const more = Math.min(share, full.get(at)! - widths.get(at)!, left);
      widths.set(at, widths.get(at)! + more);
      left -= more;
    }
  }
}

function rowLines(
  row: readonly string[],
  columns: readonly Column[],
  kept: readonly number[],
  widths: ReadonlyMap<number, number>,
): string[] {
  const cells = kept.map((at) => fitCell(row[at] ?? "", columns[at]!, widths.get(at)!));
  const height = Math.max(...cells.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    kept
      .map((at, i) => {
        const text = cells[i]![line] ?? "";
        const space = " ".repeat(Math.max(0, widths.get(at)! - textWidth(text)));
        return columns[at]!.align === "right" ? space + text : i === kept.length - 1 ? text : text + space;
      })
      .join(" ".repeat(GAP))
      .trimEnd(),
  );
}

function fitCell(cell: string, { narrow }: Column, width: number): string[] {
  if (textWidth(cell) <= width && !cell.includes("\n")) return [cell];
  if (narrow === "cut") return [cutText(cell, width)];
  if (narrow === "cut-path") return [cutPath(cell, width)];
  return wrapText(cell, width, 0).split("\n");
}

/** Too narrow for a table: the first cell of a row on its own line, the others below it. */
function stacked(columns: readonly Column[], rows: Rows, room: number): string[] {
  return rows.flatMap((row) => {
    const [first = "", ...others] = row.filter((cell, at) => columns[at]!.drop === undefined && cell !== "");
    return [first, ...(others.length === 0 ? [] : wrapText(`  ${others.join("  ")}`, room, 2).split("\n"))];
  });
}
