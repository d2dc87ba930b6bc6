/** How things look to people: aligned tables, a little colour on terminals, findings with their place. */
import { type Finding, formatFinding } from "../../core/errors.js";
import { cut, escapeUnseen } from "../../core/text/json.js";
import type { Call } from "../command.js";
import { safe, safeLines, safeName } from "./visible-text.js";

export { safe, safeLines, safeName };

const CODES = { red: 31, green: 32, yellow: 33, blue: 34, grey: 90, bold: 1 } as const;

/** Looked up before a function of a code config may run: it sees few variables, and so does whatever comes after it. */
const { NO_COLOR, FORCE_COLOR } = process.env;

export function paint(colour: keyof typeof CODES, text: string): string {
  const wanted = process.stdout.isTTY && NO_COLOR === undefined;
  return wanted || FORCE_COLOR ? `\u001b[${CODES[colour]}m${text}\u001b[0m` : text;
}

export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>(
    (all, row) => row.map((cell, i) => Math.max(all[i] ?? 0, visible(cell).length)),
    [],
  );
  return rows
    .map((row) =>
      row
        .map((cell, i) => (i === row.length - 1 ? cell : cell + " ".repeat(widths[i]! - visible(cell).length)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** One line, shortened in the middle of nowhere rather than wrapped. */
export function brief(text: string, width: number): string {
  const line = safe(text.replace(/[ \t\n]+/g, " ")).trim();
  return line.length <= width ? line : `${cut(line, width - 1)}…`;
}

/** `1 event`, `2 events`. */
export function amount(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}

export function jsonText(value: unknown, indent?: number): string {
  return escapeUnseen(JSON.stringify(value, null, indent));
}

export function json(call: Call, value: unknown): void {
  call.out(jsonText(value, 2));
}

export function printFindings(call: Call, findings: readonly Finding[]): void {
  for (const found of findings) call.err(paint(found.severity === "error" ? "red" : "yellow", findingText(found)));
}

/** Files of a project name themselves: no name and no message makes a line of its own. */
export function findingText({ file, field, message, ...found }: Finding): string {
  return formatFinding({
    ...found,
    ...(file === undefined ? {} : { file: safeName(file) }),
    ...(field === undefined ? {} : { field: safeName(field) }),
    message: safeLines(message),
  });
}

/** A refusal to go on: the same finding for people and machines. */
export function refuse(call: Call, found: Finding): void {
  if (call.json) json(call, { error: found });
  else printFindings(call, [found]);
}

function visible(text: string): string {
  return text.replace(/\u001b\[\d+m/g, "");
}
