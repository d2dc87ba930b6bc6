/**
 * Our own Markdown pages on a terminal, wrapped: headings, lists, tables. Code is not wrapped, because people copy it. Links
 * show their text, and their address if it is a URL.
 */
import { paint } from "./print.js";
import { table } from "./table.js";
import { outputWidth } from "./terminal.js";
import { textWidth, wrapText } from "./text-width.js";

export function markdownText(page: string): string {
  const lines = page.split("\n");
  const shown: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    if (line.startsWith("```")) {
      const end = lines.indexOf("```", at + 1);
      shown.push(
        ...codeLines(lines.slice(at + 1, end === -1 ? undefined : end)).map((code) => `    ${code}`.trimEnd()),
      );
      at = end === -1 ? lines.length : end;
    } else if (line.startsWith("|")) {
      const from = at;
      while (lines[at + 1]?.startsWith("|")) at++;
      shown.push(tableText(lines.slice(from, at + 1)));
    } else if (/^#+ /.test(line)) shown.push(paint("bold", plainText(line.replace(/^#+ /, ""))));
    else if (isText(line)) {
      // A paragraph or list item is one line before it is wrapped.
      while (isText(lines[at + 1] ?? "") && !isItem(lines[at + 1]!))
        lines[at + 1] = `${lines[at]} ${lines[++at]!.trim()}`;
      shown.push(wrapText(plainText(lines[at]!.replace(/^( *)[-*] /, "$1- ")), outputWidth()));
    } else shown.push(line);
  }
  return shown.join("\n");
}

/** Without marks for emphasis and links. Code keeps its backticks, so that it stays on one line. */
export function plainText(text: string): string {
  return text
    .replace(/\[([^\]]{0,200})\]\((https?:[^)]{0,400})\)/g, "$1 ($2)")
    .replace(/\[([^\]]{0,200})\]\([^)]{0,400}\)/g, "$1")
    .replace(/\*\*([^*]+)\*\*/g, "$1");
}

/** JSON on one line is laid out if it is too wide. */
function codeLines(lines: readonly string[]): readonly string[] {
  const [line = ""] = lines;
  if (lines.length !== 1 || textWidth(line) + 4 <= outputWidth()) return lines;
  try {
    return JSON.stringify(JSON.parse(line), null, 2).split("\n");
  } catch {
    return lines; // not JSON
  }
}

function tableText(lines: readonly string[]): string {
  const [head = [], , ...rows] = lines.map((line) =>
    line
      .replace(/^\||\|$/g, "")
      .split(/(?<!\\)\|/)
      .map((cell) => plainText(cell.trim().replaceAll("\\|", "|"))),
  );
  return table(
    head.map((text, at) => ({ head: text, narrow: "wrap" as const, min: at === head.length - 1 ? 20 : 8 })),
    rows,
  );
}

function isText(line: string): boolean {
  return line.trim() !== "" && !/^(?:```|\||#+ )/.test(line);
}

function isItem(line: string): boolean {
  return /^ *(?:[-*]|\d+\.) /.test(line);
}
