/** `npm ci` works on every platform only if the lock file names the packages of every platform, not just of the one it was made on. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./source-tree.js";

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

/** Where Node finds it from there: the nearest `node_modules`, as the lock file writes it. */
function found(from: string, name: string): Locked | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    const locked = packages[folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`];
    if (locked !== undefined || folder === "") return locked;
  }
}

const OPTIONAL = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
  Object.entries(optionalDependencies).map(([name, range]) => ({ path, name, range })),
);

describe("package-lock.json", () => {
  it("locks every optional package of every dependency, for every platform", () => {
    expect(OPTIONAL.length).toBeGreaterThan(50);
    expect(OPTIONAL.filter(({ path, name }) => found(path, name)?.version === undefined)).toEqual([]);
  });

  it("locks the version that an exact range names", () => {
    const exact = OPTIONAL.filter(({ range }) => /^\d/.test(range));
    expect(exact.filter(({ path, name, range }) => found(path, name)?.version !== range)).toEqual([]);
  });

  it("has a checksum for every package, and no address of a registry", () => {
    const dependencies = Object.entries(packages).filter(([path]) => path !== "");
    expect(dependencies.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
    expect(dependencies.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});
