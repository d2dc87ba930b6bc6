import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as Analyse from "../../src/effects/analyse.js";
import { analyse, analyseCommand } from "../../src/effects/analyse.js";
import { PROGRAMS } from "../../src/effects/programs/_registry.js";
import { WHERE } from "../support/effect-tables.js";
import { removeFolder } from "../support/remove-folder.js";

/** In the program's bundle, tables are loaded when a command calls one of their programs (`scripts/lazy-modules.mjs`). */
let bundled: typeof Analyse;
let loaded: () => string[];
const folder = mkdtempSync(join(tmpdir(), "snaphook-lazy-"));

beforeAll(async () => {
  const { bundleProgram } = (await import(join(import.meta.dirname, "../../scripts/bundle-program.mjs"))) as {
    bundleProgram(dir: string, plugins: [], input: Readonly<Record<string, string>>): Promise<unknown>;
  };
  await bundleProgram(folder, [], { analyse: "src/effects/analyse.ts" });
  const require = createRequire(join(folder, "here.cjs"));
  bundled = require("./analyse.cjs");
  loaded = () => Object.keys(require.cache).filter((file) => file.startsWith(folder));
});
afterAll(() => removeFolder(folder));

describe("modules that the program loads when a command needs them", () => {
  it("are not loaded for a command that needs none of them", () => {
    const before = loaded();
    expect(before.some((file) => /\/(?:rm|clouds|python|call-code)-[^/]+$/.test(file))).toBe(false);
    bundled.analyseCommand("rm -rf /", WHERE);
    const more = loaded().filter((file) => !before.includes(file));
    expect(more.some((file) => /\/rm-[^/]+$/.test(file))).toBe(true);
    expect(more.length).toBeLessThan(10);
  });

  it.each([
    ["no arguments", ""],
    ["words", "delete all production"],
    ["paths", "-rf / ~/.ssh/id_rsa"],
    ["code", `-c 'import os; os.remove("/etc/passwd")'`],
  ])("say the same as the sources about a program of every table: %s", (_, args) => {
    const commands = PROGRAMS.map(({ names }) => `${names[0]} ${args}`);
    const by = (read: typeof analyseCommand) => (command: string) => JSON.stringify(read(command, WHERE));
    const [inBundle, inSources] = [by(bundled.analyseCommand), by(analyseCommand)];
    expect(commands.filter((command) => inBundle(command) !== inSources(command))).toEqual([]);
  });

  it.each([
    ["PowerShell", { command: "Remove-Item -Recurse -Force C:\\" }],
    ["mcp__db__query", { sql: "drop table users" }],
    ["mcp__python__run", { code: "import shutil; shutil.rmtree('/')" }],
    ["Write", { file_path: "/etc/passwd", content: "x" }],
  ])("say the same as the sources about a call of %s", (tool, input) => {
    const payload = { hook_event_name: "PreToolUse", tool_name: tool, tool_input: input } as never;
    const found = bundled.analyse(payload, WHERE);
    expect(found).toEqual(analyse(payload, WHERE));
    expect(found.effects.length).toBeGreaterThan(0);
  });
});
