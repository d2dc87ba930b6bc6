/** Calls that guards of changes let pass without an analysis. */
import { expect, it } from "vitest";
import { onlyReads } from "../../src/builtins/_shared/calls/only-reads.js";
import { analyse } from "../../src/effects/analyse.js";
import { HARMLESS_TOOLS, READING_TOOLS } from "../../src/effects/tools/harmless-tools.js";

const WHERE = { cwd: "/home/dev/project", project: "/home/dev/project", home: "/home/dev", platform: "linux" };
const FIELDS = ["file_path", "path", "pattern", "patch", "command", "destination", "url", "output_file"];
const TEXTS = [
  "src/a.ts",
  "/etc/shadow",
  "/dev/sda",
  "**/*",
  "$(rm -rf /)",
  "-rf",
  "http://169.254.169.254/x",
  "*** Begin Patch\n*** Delete File: a\n*** End Patch",
  '{"path":"b"}',
];
const call = (tool_name: string, tool_input: object) => ({
  hook_event_name: "PreToolUse",
  cwd: WHERE.cwd,
  tool_name,
  tool_input: tool_input as Record<string, string>,
});

it.each([...READING_TOOLS, ...HARMLESS_TOOLS])("T8 %s has no effect but reads, whatever its input says", (tool) => {
  for (const field of FIELDS)
    for (const text of TEXTS) {
      const payload = call(tool, { [field]: text, [`other_${field}`]: text });
      expect(onlyReads(payload)).toBe(true);
      expect(analyse(payload, WHERE).effects.filter(({ kind }) => kind !== "read")).toEqual([]);
    }
});

it.each(["Write", "Edit", "Delete", "WebFetch", "mcp__fs__read", "Bash"])("T8 %s is left to the analysis", (tool) => {
  expect(onlyReads(call(tool, { file_path: "a", command: "rm a" }))).toBe(false);
});

it("T8 a program that the model may type into is left to the analysis, also if it only reads", () => {
  expect(onlyReads(call("Bash", { command: "cat a" }))).toBe(true);
  expect(onlyReads({ ...call("Bash", { command: "cat a" }), unseen_input: "write_stdin" })).toBe(false);
});
