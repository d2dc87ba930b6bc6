/** Fixes a changed file with the linter of its language, and reports remaining problems to the model (BI-P2). */

import { context, message } from "../core/decision/decision.js";
import { fence } from "../core/decision/fence.js";
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { cut, lookUp } from "../core/text/json.js";
import { areLines, CHANGING, changedCode, commandFor } from "./_shared/calls/changed-code.js";
import { runProgram } from "./_shared/calls/run-program.js";

const ESLINT = "npx --no-install eslint --fix {file}";
const RUFF = "ruff check --fix {file}";
const USUAL = { ts: ESLINT, tsx: ESLINT, js: ESLINT, jsx: ESLINT, mjs: ESLINT, cjs: ESLINT, py: RUFF };

const OPTIONS = {
  linters: { type: "object", default: USUAL, help: "Linter by file extension; `{file}` is the file" },
} satisfies BuiltinOptions;

const MOST_TEXT = 2000;

const autoLint: Builtin = {
  name: "auto-lint",
  summary: "Runs eslint --fix or ruff on the changed file, and reports remaining problems to the model.",
  kind: "context",
  from: "opta",
  example: { event: "PostToolUse", builtin: "auto-lint", options: { linters: { go: "gofmt -w {file}" } } },
  events: ["PostToolUse"],
  match: CHANGING,
  guard: false,
  timeoutMs: 30_000,
  options: OPTIONS,
  variables: ["PATH"],
  checkOptions: checkedBy(OPTIONS, ({ linters = {} }) =>
    areLines(linters) ? undefined : "each of `linters` must be a command line",
  ),
  make(surroundings, { linters = {} }) {
    const lines = { ...USUAL, ...(linters as Record<string, string>) };
    return async (payload, { signal } = {} as never) => {
      const file = changedCode(payload, surroundings);
      const line = file && lookUp<string>(lines, file.ending);
      if (file === undefined || line === undefined) return undefined;
      const { program, args } = commandFor(line, file.name);
      const ran = await runProgram(
        program,
        { args, cwd: surroundings.project, timeoutMs: 25_000, signal },
        surroundings,
      );
      if (ran.missing) return message(`auto-lint: ${program} was not found, so ${file.name} was not checked.`);
      if (ran.code === 0) return undefined;
      const said = cut(ran.output.trim(), MOST_TEXT);
      return context(
        `${program} found problems in ${file.name}:\n${fence(said, { hook: "auto-lint", source: program })}`,
      );
    };
  },
};

export default autoLint;
