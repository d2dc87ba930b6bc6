/**
 * What the package brings along. `npm ci` works on every platform only if the lock file names the packages of every
 * platform, not just of the one it was made on.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../architecture/source-tree.js";

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
};
const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const locked = Object.entries(packages).filter(([path]) => path !== "");
const shipped = locked.filter(([, { dev, devOptional }]) => !dev && !devOptional);

/** What comes to a person's machine with us. A new one needs a reason that is worth this line. */
const SHIPPED = ["@neon-rs/load", "@oxc-project/types", "@rolldown/pluginutils", "detect-libc", "libsql", "rolldown"];

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

  it("has a checksum for every package", () => {
    expect(locked.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
  });
});

describe("the package", () => {
  it("T17 runs nothing when it is installed, nor does anything that comes with it", () => {
    const hooks = ["preinstall", "install", "postinstall", "prepare", "preprepare", "postprepare"];
    expect(hooks.filter((name) => name in manifest.scripts)).toEqual([]);
    // npm runs `dependencies` in a checkout only. It warns users about `prepare`, although it does not run it for them.
    expect(manifest.scripts["dependencies"]).toBe("node scripts/build.mjs --quiet");
    expect(shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => path)).toEqual([]);
  });

  it("T17 brings few packages along, each of an exact version", () => {
    const always = shipped.filter(([, { optional }]) => !optional).map(([path]) => path.split("node_modules/").at(-1));
    expect(always.sort()).toEqual(SHIPPED);
    expect(Object.values(manifest.dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it("T17 SECURITY.md says how many packages are installed and bundled", () => {
    const native = (os: string, cpu: string, libc?: string) =>
      shipped.filter(
        ([, one]) =>
          one.optional && one.os?.includes(os) && one.cpu?.includes(cpu) && (one.libc?.includes(libc ?? "") ?? true),
      ).length;
    const bundled = readFileSync(join(ROOT, "dist/THIRD-PARTY.txt"), "utf8").match(/^\S+ \d+\.\d+\.\d+ \(/gm) ?? [];
    expect(native("win32", "x64")).toBe(native("darwin", "arm64"));
    expect(readFileSync(join(ROOT, "SECURITY.md"), "utf8")).toContain(
      `It depends on ${Object.keys(manifest.dependencies).length} packages: ${SHIPPED.length} are installed with it, ` +
        `${native("darwin", "arm64")} more with native code on macOS and Windows, ` +
        `${native("linux", "x64", "glibc")} more on Linux; ${bundled.length} are bundled`,
    );
  });

  it("T17 is locked without the name of a registry", () => {
    expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    expect(readFileSync(join(ROOT, "package-lock.json"), "utf8")).not.toMatch(/registry/i);
  });
});
