/** Runs the project's tests in the background after a change, and saves their output (BI-P3). */
import { join } from "node:path";
import type { Builtin } from "../core/hooks/builtin.js";
import { type BuiltinOptions, checkedBy } from "../core/hooks/builtin-options.js";
import { redactEnd } from "../core/redact/excerpt.js";
import { sha256 } from "../disk/digest.js";
import { writePrivateFile } from "../disk/files.js";
import { CHANGING, changedCode, commandFor } from "./_shared/calls/changed-code.js";
import { runProgram } from "./_shared/calls/run-program.js";

const OPTIONS = {
  command: { type: "text", default: "npx --no-install vitest run --reporter=dot", help: "Command that runs the tests" },
  endings: { type: "texts", default: ["ts", "tsx"], help: "File extensions that trigger a run" },
} satisfies BuiltinOptions;

const MOST_MS = 10 * 60_000;
const MOST_TEXT = 20_000;

const autoTest: Builtin = {
  name: "auto-test",
  summary: "Runs the tests in the background after a TypeScript change; auto-test/ contains their output.",
  from: "opta",
  example: { event: "PostToolUse", builtin: "auto-test", options: { command: "npm test" } },
  events: ["PostToolUse"],
  match: CHANGING,
  guard: false,
  background: true,
  timeoutMs: MOST_MS,
  options: OPTIONS,
  variables: ["PATH"],
  checkOptions: checkedBy(OPTIONS),
  make(surroundings, { command = OPTIONS.command.default, endings = OPTIONS.endings.default }, { state, now }) {
    return async (payload, { signal } = {} as never) => {
      const file = changedCode(payload, surroundings);
      const { project } = surroundings;
      if (file === undefined || !(endings as readonly string[]).includes(file.ending)) return;
      const key = `auto-test:${project}`;
      const at = now();
      let isRunning = false;
      await state.update(key, (old) => {
        isRunning = typeof old === "number" && at - old < MOST_MS;
        return isRunning ? old : at;
      });
      if (isRunning) return; // the next change starts them again
      try {
        const { program, args } = commandFor(String(command), file.name);
        const ran = await runProgram(program, { args, cwd: project, timeoutMs: MOST_MS, signal }, surroundings);
        const said = ran.missing ? `${program} was not found` : redactEnd(ran.output, MOST_TEXT);
        const result = { project, command, code: ran.code ?? null, at: new Date(at).toISOString(), output: said };
        const name = `${sha256(project).slice(0, 16)}.json`;
        writePrivateFile(join(surroundings.state, "auto-test", name), `${JSON.stringify(result, null, 2)}\n`);
      } finally {
        await state.update(key, () => undefined);
      }
    };
  },
};

export default autoTest;
