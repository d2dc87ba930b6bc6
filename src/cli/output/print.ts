/** How things look to people: a little colour on terminals, findings with their place. Tables: `table.ts`. */
import { type Finding, formatFinding } from "../../core/errors.js";
import { escapeUnseen } from "../../core/text/json.js";
import type { Call } from "../command.js";
import { isTerminal } from "./stdout.js";
import { usesColours } from "./terminal.js";
import { cutText } from "./text-width.js";
import { safe, safeLines, safeName } from "./visible-text.js";

export { safe, safeLines, safeName };

const CODES = { red: 31, green: 32, yellow: 33, blue: 34, grey: 90, bold: 1 } as const;

/** Blank lines around the text stay without colour. */
export function paint(colour: keyof typeof CODES, text: string): string {
  if (!usesColours()) return text;
  return text.replace(/[^\n](?:[\s\S]*[^\n])?/, (inner) => `\u001b[${CODES[colour]}m${inner}\u001b[0m`);
}

/** One line, at most so many columns wide on a terminal and whole elsewhere. */
export function brief(text: string, width: number): string {
  const line = oneLine(text);
  return isTerminal() ? cutText(line, width) : line;
}

export function oneLine(text: string): string {
  return safe(text.replace(/[ \t\n]+/g, " ")).trim();
}

/** `1 event`, `2 events`. */
export function amount(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`;
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
export function refuse(call: Call, problem: Finding): void {
  const found = problem.code === "USAGE" ? { ...problem, fix: `Run \`snaphook help ${call.name}\`.` } : problem;
  if (call.json) json(call, { error: found });
  else printFindings(call, [found]);
}
