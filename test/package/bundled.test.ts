/** Applications that bundle the packed tarball with esbuild, on every major version of Node that is supported. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "../architecture/source-tree.js";
import { BUNDLED_APP, BUNDLED_APP_PRINTS } from "../support/bundled-app.js";
import { COMMONJS_TYPESCRIPT, NODE16 } from "../support/commonjs-typescript.js";
import { removeFolder } from "../support/remove-folder.js";

const NODES = ["20", "22", "24"];
const FORMATS = ["cjs", "esm"] as const;
const carrier = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
const top = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-bundled-")));
const tools = join(top, "tools");
const app = join(top, "app");
const alone = join(top, "alone");
const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
const nodeOf = (major: string) => join(tools, `node_modules/node-${major}/bin/node`);
const bundleOf = (format: string) => `app-${format}.${format === "cjs" ? "cjs" : "mjs"}`;

function run(folder: string, major: string, file: string) {
  const env = { PATH: process.env["PATH"], HOME: join(top, `home-${major}`) };
  return spawnSync(nodeOf(major), [file], { cwd: folder, env, encoding: "utf8" });
}

beforeAll(() => {
  for (const folder of [tools, app, alone]) {
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), `{ "name": "app", "version": "9.9.9", "private": true }`);
  }
  const nodes = NODES.map((major) => `node-${major}@npm:${carrier}@${major}`);
  execFileSync("npm", [...install, "esbuild@0.28", "typescript@5.9", ...nodes], { cwd: tools, stdio: "ignore" });
  const packed = execFileSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", top], {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  execFileSync("npm", [...install, join(top, filename)], { cwd: app, stdio: "ignore" });
  for (const [name, text] of Object.entries(BUNDLED_APP)) writeFileSync(join(app, name), text);
  for (const format of FORMATS) {
    const options = ["--bundle", "--platform=node", `--format=${format}`, "--external:rolldown", "--external:libsql"];
    const built = [...options, "--log-level=error", "app.js", `--outfile=${bundleOf(format)}`];
    execFileSync(join(tools, "node_modules/.bin/esbuild"), built, { cwd: app });
  }
  for (const name of [...Object.keys(BUNDLED_APP), ...FORMATS.map(bundleOf)])
    cpSync(join(app, name), join(alone, name));
});

afterAll(() => removeFolder(top));

describe.each(NODES)("on Node %s", (major) => {
  it.each(FORMATS)("an esbuild bundle (%s) starts, and has every entry point", (format) => {
    const { stdout, stderr } = run(app, major, bundleOf(format));
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual(BUNDLED_APP_PRINTS);
  });

  it.each(FORMATS)("a bundle (%s) without its node_modules runs all but code configs, and says why", (format) => {
    const { stdout, stderr } = run(alone, major, bundleOf(format));
    expect(stderr).toBe("");
    const { verdicts, problems } = JSON.parse(stdout) as { verdicts: object; problems: string[] };
    expect(verdicts).toEqual({ ...BUNDLED_APP_PRINTS.verdicts, code: "none" });
    expect(problems).toEqual([
      expect.stringContaining('CODE_CONFIG_FAILED: the package "snaphook" is not installed where this program runs'),
    ]);
  });

  it("the package can be required", () => {
    writeFileSync(join(app, "required.cjs"), `console.log(typeof require("snaphook/load").loadHooks);`);
    expect(run(app, major, "required.cjs").stdout).toBe("function\n");
  });
});

describe("CommonJS TypeScript", () => {
  it("compiles with TypeScript 5.9, `module: node16` and checked libraries, and runs", () => {
    writeFileSync(join(app, "typed.cts"), COMMONJS_TYPESCRIPT);
    writeFileSync(join(app, "tsconfig.json"), JSON.stringify({ compilerOptions: NODE16, files: ["typed.cts"] }));
    const tsc = join(tools, "node_modules/typescript/bin/tsc");
    const checked = spawnSync(process.execPath, [tsc, "-p", "."], { cwd: app, encoding: "utf8" });
    expect(checked.stdout).toBe("");
    expect(run(app, "20", "typed.cjs").stdout).toBe("deny\n");
  });
});
