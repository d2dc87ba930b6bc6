import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { closure, ROOT, readSources } from "./source-tree.js";

/** Bytes of code an agent's hook call may load. Raise it knowingly: every event pays for it. */
const HOOK_BUNDLE_LIMIT = 131_250;

describe("the event path", () => {
  it("loads no schema library, no YAML, no regex engine and no bundler", () => {
    const packages = closure(readSources(), "cli/hook/hook-entry.ts").flatMap(({ path, loadsPackages }) =>
      loadsPackages.filter((name) => !name.startsWith("node:")).map((name) => `${path} → ${name}`),
    );
    expect(packages).toEqual([]);
  });

  it("in the daemon loads no schema library either: the API comes with the first request", () => {
    const packages = closure(readSources(), "daemon/daemon.ts").flatMap(({ loadsPackages }) => loadsPackages);
    expect(packages.filter((name) => !name.startsWith("node:"))).toEqual([]);
  });

  it("does not load the compiler, the loaders or any command", () => {
    const heavy = closure(readSources(), "cli/hook/hook-entry.ts")
      .map(({ path }) => path)
      .filter((path) =>
        /sources\/(compile\/compile-plan|read\/(config-text|draft))|\/load\.ts$|cli\/commands/.test(path),
      );
    expect(heavy).toEqual([]);
  });

  it.each(["cli/hook/hook-entry.ts", "daemon/daemon.ts"])("loads no models with %s: they come with a hook", (entry) => {
    const paths = closure(readSources(), entry).map(({ path }) => path);
    expect(paths.filter((path) => /^(?:core\/|runtime\/)?models\/|executors\/prompt\.ts$/.test(path))).toEqual([]);
  });

  it.each(["cli/hook/hook-entry.ts", "daemon/daemon.ts"])(
    "loads no MCP client with %s: it comes with a hook",
    (entry) => {
      const paths = closure(readSources(), entry).map(({ path }) => path);
      const mcp = /^runtime\/mcp\/|^executors\/mcp\/(?!server-pool)|^core\/hooks\/mcp-server/;
      expect(paths.filter((path) => mcp.test(path))).toEqual([]);
    },
  );

  it("stays within its size", () => {
    const dist = join(ROOT, "dist");
    const entry = join(dist, "snaphook.cjs");
    const [hookEntry] = [...readFileSync(entry, "utf8").matchAll(LAZY)].map((match) => match[1]!);
    expect(hookEntry, "dist is not built").toBeDefined();
    const bytes = loadedWith(join(dist, hookEntry!)).reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeLessThan(HOOK_BUNDLE_LIMIT);
    expect(bytes).toBeGreaterThan(20_000);
  });
});

describe("the analysis of commands", () => {
  const bin = join(ROOT, "dist/bin");
  const chunk = (name: string) => readdirSync(bin).find((file) => file.startsWith(`${name}-`))!;

  it.each(["up", "audit-log", "session-activity", "rules-loader", "self-protection", "event", "open-store"])(
    "is not loaded with the chunk of %s",
    (name) => {
      const loaded = loadedWith(join(bin, chunk(name))).map((file) => basename(file));
      expect(loaded.filter((file) => file === chunk("guards") || file === chunk("commands"))).toEqual([]);
    },
  );

  it("is loaded with what judges commands, so that the test above can fail", () => {
    const loaded = loadedWith(join(bin, chunk("protections"))).map((file) => basename(file));
    expect(loaded).toEqual(expect.arrayContaining([chunk("guards"), chunk("commands")]));
  });
});

/** A chunk, and those that it loads at once. */
function loadedWith(chunk: string): string[] {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const target of requiredBy(file)) visit(join(dirname(file), target));
  };
  visit(chunk);
  return [...seen];
}

/** Chunks behind a `then(() => require(…))` are loaded on demand. */
const LAZY = /then\(\(\)\s*=>\s*require\(["'`](\.[^"'`]+)["'`]\)/g;

/** So are functions that are called seldom. */
const CALLED_LATER = /=>\s*require\(["'`]\.[^"'`]+["'`]\)\.\w+\(\.\.\.\w+\)/g;

/** So are those in the getter of a registry (scripts/lazy-modules.mjs). */
const LOOKED_UP = /get ["'`\w-]+\(\)\s*\{\s*return require\(["'`]\.[^"'`]+["'`]\)/g;

function requiredBy(file: string): string[] {
  const text = readFileSync(file, "utf8").replace(LAZY, "").replace(CALLED_LATER, "").replace(LOOKED_UP, "");
  return [...text.matchAll(/require\(["'`](\.[^"'`]+)["'`]\)/g)].map((match) => match[1]!);
}
