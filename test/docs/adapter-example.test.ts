/** docs/add-an-agent.md: its adapter, added to a copy of the sources, compiles, passes every suite and denies a call. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../architecture/source-tree.js";
import { ProgramPlace } from "../support/program.js";
import { removeFolder } from "../support/remove-folder.js";
import { readBlocks, settingOf } from "../support/snippets.js";

const COPIED = [
  "src",
  "scripts",
  "test",
  "schema",
  "docs",
  "package.json",
  "tsconfig.json",
  "tsconfig.build.json",
  "vitest.config.ts",
];
const copy = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-adapter-")));

beforeAll(() => {
  for (const part of COPIED) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"), "dir");
  for (const snippet of readBlocks("docs/add-an-agent.md", "source")) {
    const file = join(copy, settingOf(snippet, "file")!);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, snippet.text);
  }
});
afterAll(() => removeFolder(copy));

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
  return { status, printed: `${stdout}${stderr}` };
}

describe("the adapter in docs/add-an-agent.md", () => {
  it("compiles, and no other file had to be edited", () => {
    const built = run("scripts/build.mjs");
    expect(built.status, built.printed).toBe(0);
    expect(readFileSync(join(copy, "src/adapters/_registry.ts"), "utf8")).toContain("harbour");
    const compiled = run("node_modules/typescript/bin/tsc", "--noEmit", "-p", "tsconfig.json");
    expect(compiled.status, compiled.printed).toBe(0);
  });

  it("passes the contract suite and the replay of its payloads", () => {
    const suites = ["test/adapters/contract.test.ts", "test/adapters/replay.test.ts"];
    const ran = run("node_modules/vitest/vitest.mjs", "run", "-t", "Harbour", ...suites);
    expect(ran.status, ran.printed).toBe(0);
    expect(ran.printed).toMatch(/Tests .*\d\d passed/);
  });

  it("is wired by `install` and denies a call", async () => {
    const place = new ProgramPlace();
    const program = join(copy, "dist/snaphook.cjs");
    for (const args of [
      ["install", "harbour"],
      ["add", "protect-commands"],
    ])
      expect((await place.run(args, { program })).code).toBe(0);
    const config = JSON.parse(readFileSync(join(place.home, ".harbour/hooks.json"), "utf8"));
    const call = (cmd: string) => ({
      session: "h1",
      folder: place.project,
      call: cmd,
      tool: "shell",
      arguments: { cmd },
    });
    const answer = (cmd: string) =>
      spawnSync("sh", ["-c", config.hooks.beforeTool[0].command], {
        cwd: place.project,
        env: place.env,
        input: JSON.stringify(call(cmd)),
        encoding: "utf8",
      }).stdout;
    expect(JSON.parse(answer("rm -rf /etc"))).toEqual({ block: expect.stringContaining("/etc") });
    expect(JSON.parse(answer("npm test"))).toEqual({});
  });
});
