/** Which tool names a matcher means in a dialect: one line per pattern, with the names it matches. */
import { compileMatch } from "../../src/core/match/compile.js";
import { diskFiles } from "../../src/runtime/platform/disk-files.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import { LOADERS } from "../../src/sources/dialects/_loaders.js";

export const MATRIX_NAMES = ["Edit", "MultiEdit", "NotebookEdit", "Write", "Bash", "mcp__mem__save"];
export const MATRIX_PATTERNS = [
  "",
  "*",
  "Edit",
  "Edit|Write",
  "^Edit$",
  "Edit$",
  ".*",
  "mcp__.*",
  "(Multi|Notebook)Edit",
  "edit",
];

const engines = { regex: linearRegex, slow: { test: async () => false, close() {} } };

export function matchMatrix(dialect: string): Record<string, string> {
  return Object.fromEntries(
    MATRIX_PATTERNS.map((matcher) => {
      const text = JSON.stringify({ hooks: { PreToolUse: [{ matcher, hooks: [{ command: "true" }] }] } });
      const file = { path: "/settings.json", text, scope: "user" as const, project: "/" };
      const [hook] = LOADERS[dialect]!.load(file, { files: diskFiles, regex: linearRegex }).hooks;
      const { subject } = compileMatch(hook!.match, engines);
      return [matcher, MATRIX_NAMES.filter((name) => subject(name) === true).join(" ")];
    }),
  );
}
