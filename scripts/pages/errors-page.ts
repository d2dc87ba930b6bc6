import { FINDINGS } from "../../src/core/errors.js";
import { code, pageHead, table } from "./markdown.js";
import { NOTES } from "./notes.js";

const INTRO = `
Codes are stable; messages may change. A finding names its file, line and field where there is one.
`;

const NOTES_INTRO = `
A decision is a value, and its notes say how it came about. They are never needed to act on it. \`snaphook fire\` prints
them, \`snaphook hook\` writes their codes to the log. [failure-contract.md](failure-contract.md) lists the causes of failed hooks.
`;

export function errorsPage(): string {
  const findings = Object.entries(FINDINGS).map(([name, [severity, fix]]) => [code(name), severity, fix]);
  const notes = Object.entries(NOTES).map(([name, meaning]) => [code(name), meaning]);
  return [
    pageHead("Errors, warnings and notes", "src/core/errors.ts"),
    "## Findings",
    "",
    INTRO.trim(),
    "",
    table(["code", "severity", "what to do"], findings),
    "",
    "## Notes of a decision",
    "",
    NOTES_INTRO.trim(),
    "",
    table(["code", "meaning"], notes),
    "",
  ].join("\n");
}
