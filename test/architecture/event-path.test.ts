import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { closure, ROOT, readSources } from "./source-tree.js";

/** Bytes of code an agent's hook call may load. Raise it knowingly: every event pays for it. */
const HOOK_BUNDLE_LIMIT = 160_000;

describe("the event path", () => {
  it("loads no schema library, no YAML, no regex engine and no bundler", () => {
    const packages = closure(readSources(), "cli/hook-entry.ts").flatMap(({ path, loadsPackages }) =>
      loadsPackages.filter((name) => !name.startsWith("node:")).map((name) => `${path} → ${name}`),
    );
    expect(packages).toEqual([]);
  });

  it("does not load the compiler, the loaders or any command", () => {
    const heavy = closure(readSources(), "cli/hook-entry.ts")
      .map(({ path }) => path)
      .filter((path) => /sources\/(compile|config-text|draft)|\/load\.ts$|cli\/commands/.test(path));
    expect(heavy).toEqual([]);
  });

  it("stays within its size", () => {
    const folder = join(ROOT, "dist/bin");
    const entry = readdirSync(folder).find((name) => name.startsWith("hook-entry"));
    expect(entry, "dist is not built").toBeDefined();
    const seen = new Set<string>();
    const visit = (name: string) => {
      if (seen.has(name)) return;
      seen.add(name);
      const text = readFileSync(join(folder, name), "utf8");
      // Chunks behind a `then(() => require(…))` are loaded on demand.
      const direct = text.replace(/then\(\(\) => require\("[^"]+"\)/g, "");
      for (const [, target] of direct.matchAll(/require\("\.\/([^"]+)"\)/g)) visit(target!);
    };
    visit(entry!);
    const bytes = [...seen].reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
    expect(bytes).toBeLessThan(HOOK_BUNDLE_LIMIT);
  });
});
