/** A page as lines of the screen: title, rows, what the keys do. Nothing is cut away: long rows go on below. */
import { paint } from "../output/print.js";
import { cutText, textWidth, withoutColours, wrapText } from "../output/text-width.js";
import { type Action, isSelectable, type Loaded } from "./page.js";

const LEAST = { columns: 40, rows: 10 };

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Shown {
  readonly titles: readonly string[];
  readonly command: string;
  /** Undefined while it is loading. */
  readonly loaded: Loaded | undefined;
  readonly cursor: number;
  readonly top: number;
  readonly notice: string | undefined;
  readonly sawEnd: boolean;
}

export interface DisplayLine {
  readonly text: string;
  readonly row: number;
}

export function displayLines({ rows }: Loaded, columns: number): DisplayLine[] {
  return rows.flatMap(({ text }, row) => fold(text, columns).map((part) => ({ text: part, row })));
}

export function hasRoom({ columns, rows }: Size): boolean {
  return columns >= LEAST.columns && rows >= LEAST.rows;
}

/** How many display lines there is room for. */
export function bodyHeight(shown: Shown, size: Size): number {
  return Math.max(1, size.rows - 2 - footer(shown, size.columns).length);
}

export function frame(shown: Shown, lines: readonly DisplayLine[], size: Size): string[] {
  const { columns, rows } = size;
  if (!hasRoom(size))
    return fold(
      `The menu needs ${LEAST.columns} columns and ${LEAST.rows} rows. Enlarge the terminal, or press Ctrl-C.`,
      columns,
    ).slice(0, rows);
  const { cursor, top, loaded } = shown;
  const height = bodyHeight(shown, size);
  const visible = lines.slice(top, top + height).map(({ text, row }, at, all) => {
    const isFirst = at === 0 ? lines[top - 1]?.row !== row : all[at - 1]!.row !== row;
    return row === cursor && isFirst ? `${paint("bold", ">")}${text.slice(1)}` : text;
  });
  const body = loaded === undefined ? [paint("grey", "Loading…")] : visible;
  const filled = [...body, ...Array<string>(Math.max(0, height - body.length)).fill("")];
  const place = lines.length > height ? `${top + 1}–${Math.min(lines.length, top + height)} of ${lines.length}` : "";
  return [head(shown.titles, place, columns), "", ...filled, ...footer(shown, columns)];
}

function head(titles: readonly string[], place: string, columns: number): string {
  const room = columns - (place === "" ? 0 : place.length + 2);
  // The last part says most.
  let from = 0;
  const path = () => [...(from > 0 ? ["…"] : []), ...titles.slice(from)].join(" › ");
  while (from < titles.length - 1 && textWidth(path()) > room) from++;
  const title = cutText(path(), room);
  return `${paint("bold", title)}${" ".repeat(Math.max(0, columns - textWidth(title) - place.length))}${paint("grey", place)}`;
}

function footer({ loaded, cursor, titles, command, notice, sawEnd }: Shown, columns: number): string[] {
  const row = loaded?.rows[cursor];
  const said = notice ?? loaded?.hint;
  const keys = [
    ...(row?.opens === undefined ? [] : ["Enter open"]),
    ...actionsOf(loaded, cursor).map(({ key, word, afterEnd }) =>
      afterEnd && !sawEnd ? `(${key} ${word}: read to the end first)` : `${key} ${word}`,
    ),
    "? keys",
    titles.length > 1 ? "q back" : "q quit",
  ];
  return [
    ...(said === undefined
      ? []
      : wrapText(said, columns)
          .split("\n")
          .map((line) => paint("yellow", line))),
    ...wrapKeys(keys, columns).map((line) => paint("bold", line)),
    paint("grey", cutText(`$ ${command}`, columns)),
  ];
}

export function actionsOf(loaded: Loaded | undefined, cursor: number): readonly Action[] {
  return [...(loaded?.rows[cursor]?.actions ?? []), ...(loaded?.actions ?? [])];
}

function wrapKeys(keys: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const key of keys) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 3 + key.length <= columns) lines[lines.length - 1] = `${last}   ${key}`;
    else lines.push(cutText(key, columns));
  }
  return lines;
}

/** A terminal would go on at its left edge, and then every line below is one too low. */
export function fold(text: string, columns: number): string[] {
  if (textWidth(text) <= columns) return [text];
  const parts: string[] = [];
  let part = "";
  let used = 0;
  for (const char of withoutColours(text)) {
    const wide = textWidth(char);
    if (used + wide > columns) {
      parts.push(part);
      part = "";
      used = 0;
    }
    part += char;
    used += wide;
  }
  return [...parts, part];
}

export function firstSelectable({ rows }: Loaded): number {
  return rows.findIndex(isSelectable);
}
