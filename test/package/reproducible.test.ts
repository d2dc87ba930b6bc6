import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, it } from "vitest";
import { removeFolder } from "../support/remove-folder.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const top = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-reproducible-")));
afterAll(() => removeFolder(top));

interface Packed {
  readonly integrity: string;
  readonly files: readonly { readonly path: string }[];
}

/** What `npm pack` would publish of what is there. */
function pack(folder: string): Packed {
  const report = execFileSync("npm", ["pack", "--ignore-scripts", "--dry-run", "--json"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  return (JSON.parse(report) as [Packed])[0];
}

/** Part of our own files, which name the place they come from. */
const BUNDLED = [
  "zod",
  "yaml",
  "jsonc-parser",
  "re2js",
  "smol-toml",
  "unbash",
  "ws",
  "preact",
  "@preact",
  "@modelcontextprotocol",
];

describe("the package", () => {
  it("T17 is the same, byte for byte, wherever and whenever it is built", { timeout: 300_000 }, () => {
    const copy = join(top, "copy of it");
    cpSync(ROOT, copy, { recursive: true, filter: (path) => !/(^|\/)(node_modules|dist|\.git|test)$/.test(path) });
    mkdirSync(join(copy, "node_modules"));
    for (const name of readdirSync(join(ROOT, "node_modules"))) {
      const [from, to] = [join(ROOT, "node_modules", name), join(copy, "node_modules", name)];
      if (BUNDLED.includes(name)) cpSync(from, to, { recursive: true });
      else symlinkSync(from, to);
    }
    execFileSync(process.execPath, ["scripts/build.mjs", "--types", "--quiet"], { cwd: copy, stdio: "ignore" });
    expect(pack(copy).integrity).toBe(pack(ROOT).integrity);
    expect(pack(copy).integrity).toBe(pack(copy).integrity);
  });

  it("T17 holds files of ours and nothing else", () => {
    const ours = [
      /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|ARCHITECTURE\.md|CONTRIBUTING\.md|SECURITY\.md)$/,
      /^dist\/([a-z-]+\.c?js|THIRD-PARTY\.txt)$/,
      /^dist\/(lib|bin)\/[\w.-]+-[\w-]{8}\.c?js$/,
      /^dist\/page\/page-[0-9a-f]{12}\.(js|css|svg)$/,
      /^docs\/images\/[a-z-]+\.png$/,
      /^dist\/bridges\/[a-z-]+\.js$/,
      /^dist\/types\/([\w-]+\/)*[\w-]+\.d\.c?ts$/,
      /^schema\/[a-z.-]+\.json$/,
      /^docs\/([a-z-]+\/)*[\w.-]+\.(md|json)$/,
      /^examples\/([\w.-]+\/)*[\w.-]+\.(md|json[cl]?|ya?ml|toml|[cm]?[jt]s|sh|py)$/,
    ];
    const foreign = pack(ROOT).files.map(({ path }) => path);
    expect(foreign.length).toBeGreaterThan(50);
    expect(foreign.filter((path) => !ours.some((form) => form.test(path)))).toEqual([]);
  });
});
