import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, it } from "vitest";
import { removeFolder } from "../support/remove-folder.js";

const repository = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "snaphook-types-"));
afterAll(() => removeFolder(folder));

/** One hook per line, and whether its answer is one that the event can take. */
const HOOKS: readonly [event: string, answer: string, compiles: boolean][] = [
  ["PreToolUse", `() => deny("no")`, true],
  ["PreToolUse", `async (payload) => (payload.tool_name === "Bash" ? deny("no") : undefined)`, true],
  ["PreToolUse", `() => allow()`, true],
  ["PreToolUse", `() => combine(rewrite({}), context("x"))`, true],
  ["PreToolUse", `() => forceContinue("x")`, false],
  ["PostToolUse", `() => deny("too late")`, false],
  ["PostToolUse", `async () => deny("too late")`, false],
  ["PostToolUse", `() => rewrite({})`, false],
  ["PostToolUse", `() => combine(context("x"), deny("x"))`, false],
  ["PostToolUse", `() => context("x")`, true],
  ["PostToolUse", `() => replaceOutput("x")`, true],
  ["PostToolUse", `() => combine(context("x"), replaceOutput("x"))`, true],
  ["UserPromptSubmit", `() => allow()`, false],
  ["Stop", `() => forceContinue("x")`, true],
  ["Stop", `() => ask("x")`, false],
  ["SessionEnd", `() => context("x")`, false],
  ["SessionEnd", `() => message("x")`, true],
  ["SessionEnd", `() => stopAgent()`, true],
  ["SessionEnd", `() => {}`, true],
  ["cortex:thread.start", `() => combine(deny("x"), forceContinue("x"))`, true],
];

it("the compiler refuses an answer that its event cannot take, such as a deny after the tool ran", () => {
  const heading = [
    `import { allow, ask, combine, context, deny, forceContinue, message, replaceOutput, rewrite, stopAgent } from ${JSON.stringify(join(repository, "src/core/decision/decision.js"))};`,
    `import { defineHook } from ${JSON.stringify(join(repository, "src/core/hooks/define.js"))};`,
    "void [allow, ask, combine, context, deny, forceContinue, message, replaceOutput, rewrite, stopAgent];",
  ];
  const lines = HOOKS.map(([event, answer]) => `defineHook({ event: "${event}", run: ${answer} });`);
  const file = join(folder, "hooks.mts");
  writeFileSync(file, [...heading, ...lines].join("\n"));

  const refused = linesWithErrors(file).map((line) => line - heading.length - 1);

  const expected = HOOKS.flatMap(([, , compiles], i) => (compiles ? [] : [i]));
  expect(refused.map((i) => HOOKS[i])).toEqual(expected.map((i) => HOOKS[i]));
});

function linesWithErrors(file: string): number[] {
  const options =
    "--ignoreConfig --noEmit --strict --module nodenext --target es2023 --skipLibCheck --types node --pretty false";
  const roots = ["--typeRoots", join(repository, "node_modules/@types")];
  const compiler = join(repository, "node_modules/typescript/bin/tsc");
  const args = [compiler, ...options.split(" "), ...roots, file];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" });
  const errors = stdout.split("\n").filter((line) => / error TS/.test(line) || line.startsWith("error"));
  const lines = errors.map((error) => Number(/^hooks\.mts\((\d+),/.exec(error)?.[1]));
  expect(lines, stdout).not.toContain(Number.NaN);
  return [...new Set(lines)];
}
