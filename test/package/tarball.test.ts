import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMONJS_TYPESCRIPT, NODE16 } from "../support/commonjs-typescript.js";
import { removeFolder } from "../support/remove-folder.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const top = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-packed-")));
const project = join(top, "project");
/** npm keeps its own cache and settings; everything of ours is in the new home. */
const ours = {
  XDG_CONFIG_HOME: join(top, "config"),
  XDG_DATA_HOME: join(top, "data"),
  XDG_STATE_HOME: join(top, "state"),
  XDG_CACHE_HOME: join(top, "cache"),
};

const run = (program: string, args: string[], input = "") =>
  spawnSync(program, args, { cwd: project, env: { ...process.env, ...ours }, input, encoding: "utf8" });

const snaphook = (args: string[], input?: string) => run("node_modules/.bin/snaphook", args, input);

function script(name: string, text: string) {
  writeFileSync(join(project, name), text);
  return run(process.execPath, [name]);
}

let packed: { filename: string; files: { path: string }[] };

beforeAll(() => {
  // The build is what `npm test` made just before; building here would pull it away under other tests.
  const report = execFileSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", top], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  [packed] = JSON.parse(report) as [typeof packed];
  mkdirSync(project);
  writeFileSync(join(project, "package.json"), `{ "private": true, "type": "module" }`);
  // With scripts: it has none that run here, and what `dependencies` builds from is not in it.
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", join(top, packed.filename)], {
    cwd: project,
    stdio: "ignore",
  });
});

afterAll(() => removeFolder(top));

describe("the packed tarball", () => {
  it("holds the build, its types and what people read; no sources, no tests", () => {
    const paths = packed.files.map(({ path }) => path);
    for (const path of [
      "package.json",
      "README.md",
      "LICENSE",
      "dist/snaphook.cjs",
      "dist/index.js",
      "dist/authoring.js",
      "dist/types/index.d.ts",
      "dist/THIRD-PARTY.txt",
      "schema/hooks.schema.json",
    ])
      expect(paths).toContain(path);
    expect(paths.filter((path) => /^(src|test|bench|scripts|node_modules)\/|tsconfig|\.test\./.test(path))).toEqual([]);
  });

  it("runs as a program: version, init, trust, fire", () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { version: string };
    expect(run("npx", ["snaphook", "--version"]).stdout).toBe(`${version}\n`);
    expect(snaphook(["init"]).status).toBe(0);
    const { hash } = JSON.parse(snaphook(["trust", "--json"]).stdout) as { hash: string };
    expect(snaphook(["trust", "--hash", hash]).status).toBe(0);
    const call = JSON.stringify({ tool_name: "Bash", tool_input: { command: "git push --force" } });
    const fired = snaphook(["fire", "PreToolUse", "--payload", "-", "--json"], call);
    expect(JSON.parse(fired.stdout)).toMatchObject({ decision: "deny", decidedBy: { hook: "no-force-push" } });
    const answered = snaphook(["hook", "claude-code", "PreToolUse"], call);
    expect(JSON.parse(answered.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
  });

  it("builds a code config that imports from it", () => {
    writeFileSync(
      join(project, "policy.ts"),
      `import { defineConfig, defineHook, deny } from "snaphook";
       export default defineConfig({ hooks: [defineHook({ id: "p", event: "PreToolUse", run: () => deny("packed") })] });`,
    );
    const fired = snaphook(
      ["fire", "PreToolUse", "--payload", "-", "--json", "--config", "policy.ts"],
      `{"tool_name":"Bash"}`,
    );
    expect(JSON.parse(fired.stdout)).toMatchObject({ decision: "deny", reason: "packed" });
  });

  it("can be imported, and required", () => {
    const imported = script(
      "imported.mjs",
      `import { createHooks, deny } from "snaphook";
       import { loadHooks } from "snaphook/load";
       import { HookManager } from "snaphook/opta";
       import * as testing from "snaphook/testing";
       import schema from "snaphook/schema/hooks.schema.json" with { type: "json" };
       const { entries } = await loadHooks({ cwd: process.cwd() });
       const hooks = createHooks({ entries });
       hooks.on("PreToolUse", { matcher: "Edit" }, () => deny("embedded"));
       const push = await hooks.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "git push --force" } });
       const edit = await hooks.fire("PreToolUse", { tool_name: "Edit", tool_input: {} });
       await hooks.close();
       console.log(JSON.stringify([push.verdict, edit.reason, typeof HookManager, Object.keys(testing).length > 0, typeof schema.$schema]));`,
    );
    expect(imported.stderr.replace(/.*ExperimentalWarning.*\n.*trace-warnings.*\n/g, "")).toBe("");
    expect(JSON.parse(imported.stdout)).toEqual(["deny", "embedded", "function", true, "string"]);
    const required = script("required.cjs", `console.log(typeof require("snaphook").createHooks);`);
    expect(required.stdout).toBe("function\n");
  });

  it("has types that resolve and that refuse an impossible answer", () => {
    writeFileSync(
      join(project, "typed.ts"),
      `import { createHooks, type Decision, defineConfig, defineHook, deny, type Finding, type HookOutput, rewrite } from "snaphook";
       import { type LoadedHooks, loadHooks } from "snaphook/load";
       import { HookManager } from "snaphook/opta";
       import { type ContractCase, stateContract } from "snaphook/testing";

       export const config = defineConfig({
         hooks: [
           defineHook({ event: "PreToolUse", run: ({ tool_input }) => rewrite({ ...tool_input, timeout: 5 }) }),
           // @ts-expect-error a tool that has run cannot be denied
           defineHook({ event: "PostToolUse", run: () => deny("too late") }),
         ],
       });
       const loaded: LoadedHooks = await loadHooks({ cwd: "." });
       const findings: readonly Finding[] = loaded.findings;
       const decision: Decision = await createHooks({ entries: loaded.entries }).fire("Stop", {});
       export const output: HookOutput = { reason: decision.reason ?? String(findings.length) };
       export const others: [typeof HookManager, (state: never) => readonly ContractCase[]] = [HookManager, stateContract];`,
    );
    const options = {
      strict: true,
      noEmit: true,
      target: "ES2023",
      lib: ["ES2023", "DOM"],
      module: "NodeNext",
      types: [],
      skipLibCheck: false,
    };
    writeFileSync(join(project, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: ["typed.ts"] }));
    const checked = run(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "."]);
    expect(checked.stdout).toBe("");
    expect(checked.status).toBe(0);
  });

  it("has types for CommonJS TypeScript with `module: node16`", () => {
    writeFileSync(join(project, "commonjs.cts"), COMMONJS_TYPESCRIPT);
    const config = { compilerOptions: { ...NODE16, rootDir: ".", noEmit: true }, files: ["commonjs.cts"] };
    writeFileSync(join(project, "tsconfig.node16.json"), JSON.stringify(config));
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const checked = run(process.execPath, [tsc, "-p", "tsconfig.node16.json"]);
    expect(checked.stdout).toBe("");
    expect(checked.status).toBe(0);
  });
});
