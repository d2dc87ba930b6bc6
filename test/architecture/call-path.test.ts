/** How many files one call of an agent runs code of, from stdin to stdout: what a reader has to know to follow it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { ROOT } from "./source-tree.js";

/** Raise it knowingly. */
const MOST_FILES = 75;
/** What runs when the answer has left: the record. */
const AFTERWARDS =
  /^(core\/(redact|records)\/|core\/events\/dedupe|runtime\/record\/(?!audit|record-id)|runtime\/call\/(finish|record-call)|disk\/short-lock)/;

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly { readonly functionName: string; readonly ranges: readonly { count: number }[] }[];
  }[];
}

it("one PreToolUse that a guard denies stays within a bounded number of files", async () => {
  const folder = mkdtempSync(join(tmpdir(), "snaphook-call-path-"));
  const program = join(folder, "program");
  const { bundle } = (await import(join(ROOT, "scripts/bundle-program.mjs"))) as {
    bundle(input: object, output: object): Promise<unknown>;
  };
  await bundle(
    { snaphook: "src/cli/bin.ts" },
    {
      dir: program,
      format: "cjs",
      preserveModules: true,
      preserveModulesRoot: join(ROOT, "src"),
      entryFileNames: "[name].cjs",
    },
  );
  const home = join(folder, "home");
  mkdirSync(join(home, ".config/snaphook"), { recursive: true });
  const command = `echo '{"decision":"deny","reason":"no"}'`;
  const hooks = [{ id: "guard", event: "PreToolUse", matcher: "Bash", guard: true, command }];
  writeFileSync(join(home, ".config/snaphook/hooks.json"), JSON.stringify({ hooks }));
  const payload = {
    session_id: "s1",
    cwd: home,
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "npm test" }, // what it does is analysed elsewhere, and only if it may do more than read,
  };
  const call = (env: Readonly<Record<string, string>>) =>
    execFileSync(process.execPath, [join(program, "snaphook.cjs"), "hook", "claude-code", "PreToolUse"], {
      input: JSON.stringify(payload),
      env: { PATH: process.env["PATH"] ?? "", HOME: home, SNAPHOOK_DAEMON: "off", ...env },
      cwd: home,
      encoding: "utf8",
    });
  call({}); // compiles the plan
  expect(call({ NODE_V8_COVERAGE: join(folder, "coverage") })).toContain(`"permissionDecision":"deny"`);
  const visited = readdirSync(join(folder, "coverage")).flatMap((file) =>
    (JSON.parse(readFileSync(join(folder, "coverage", file), "utf8")) as Coverage).result
      .filter(({ url }) => url.startsWith("file:") && url.includes(folder))
      .filter(({ functions }) =>
        functions.slice(1).some(({ functionName, ranges }) => functionName !== "" && ranges[0]!.count > 0),
      )
      .map(({ url }) => relative(program, fileURLToPath(url))),
  );
  const before = [...new Set(visited)].filter((path) => !/^_virtual|rolldown/.test(path) && !AFTERWARDS.test(path));
  expect(before.length, before.sort().join("\n")).toBeLessThanOrEqual(MOST_FILES);
  expect(before.length).toBeGreaterThan(20);
});
