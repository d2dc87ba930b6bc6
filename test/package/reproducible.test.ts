import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
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
interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
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

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
};
const lock = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as { packages: Record<string, Locked> };
const locked = Object.entries(lock.packages).filter(([path]) => path !== "");
const shipped = locked.filter(([, { dev, devOptional }]) => !dev && !devOptional);

/** What comes to a person's machine with us. A new one needs a reason that is worth this line. */
const SHIPPED = ["@neon-rs/load", "@oxc-project/types", "@rolldown/pluginutils", "detect-libc", "libsql", "rolldown"];

/** Part of our own files, which name the place they come from. */
const BUNDLED = ["zod", "yaml", "jsonc-parser", "re2js", "smol-toml", "unbash"];

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

  it("T17 runs nothing when it is installed, nor does anything that comes with it", () => {
    const hooks = ["preinstall", "install", "postinstall", "prepare", "preprepare", "postprepare", "dependencies"];
    expect(hooks.filter((name) => name in manifest.scripts)).toEqual([]);
    expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
  });

  it("T17 brings few packages along, each of an exact version", () => {
    const always = shipped.filter(([, { optional }]) => !optional).map(([path]) => path.split("node_modules/").at(-1));
    expect(always.sort()).toEqual(SHIPPED);
    expect(Object.values(manifest.dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it("T17 is locked without the name of a registry", () => {
    expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    expect(readFileSync(join(ROOT, "package-lock.json"), "utf8")).not.toMatch(/registry/i);
  });

  it("T17 holds files of ours and nothing else", () => {
    const ours = [
      /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|ARCHITECTURE\.md|CONTRIBUTING\.md|SECURITY\.md)$/,
      /^dist\/([a-z-]+\.c?js|THIRD-PARTY\.txt)$/,
      /^dist\/(lib|bin)\/[\w.-]+-[\w-]{8}\.c?js$/,
      /^dist\/bridges\/[a-z-]+\.js$/,
      /^dist\/types\/([\w-]+\/)*[\w-]+\.d\.ts$/,
      /^schema\/[a-z.-]+\.json$/,
      /^docs\/([a-z-]+\/)*[\w.-]+\.(md|json)$/,
      /^examples\/([\w.-]+\/)*[\w.-]+\.(md|json[cl]?|ya?ml|toml|[cm]?[jt]s|sh|py)$/,
    ];
    const foreign = pack(ROOT).files.map(({ path }) => path);
    expect(foreign.length).toBeGreaterThan(50);
    expect(foreign.filter((path) => !ours.some((form) => form.test(path)))).toEqual([]);
  });
});
