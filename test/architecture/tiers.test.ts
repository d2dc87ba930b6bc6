import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import config from "../../vitest.config.js";
import { LONGEST, SLOW, SPAWNED } from "../tiers.js";
import { ROOT } from "./source-tree.js";

interface Project {
  readonly test: { readonly name: string; readonly include: string[]; readonly exclude?: string[] };
}

const PROJECTS = (config.test?.projects ?? []) as unknown as readonly Project[];
const FILES = ["src", "test", "scripts", "bench", "examples"].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".test.ts") && !path.includes("/fixtures/")),
);
/** It is about the package; the program has no part in it. */
const OF_THE_PACKAGE = ["T17"];
/** Starts the built program, or a daemon of it. */
const STARTS = /support\/(?:program|running-daemon|page-place|attacked-daemon)\.js"/;
const OWN = "test/architecture/tiers.test.ts";
const textOf = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** `*` is a part of a name, `**` any folders. */
function fits(path: string, glob: string): boolean {
  const source = glob
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll("**/", "<folders>")
    .replaceAll("**", ".*")
    .replaceAll("*", "[^/]*")
    .replaceAll("<folders>", "(?:[^/]+/)*");
  return new RegExp(`^${source}$`).test(path);
}
const tiersOf = (path: string) =>
  PROJECTS.filter(
    ({ test: { include, exclude = [] } }) =>
      include.some((glob) => fits(path, glob)) && !exclude.some((glob) => fits(path, glob)),
  ).map(({ test: { name } }) => name);

describe("the tiers of tests", () => {
  it("hold every test file exactly once", () => {
    expect(FILES.length).toBeGreaterThan(300);
    expect(FILES.filter((path) => tiersOf(path).length !== 1).map((path) => [path, tiersOf(path)])).toEqual([]);
  });

  it("name nothing that is not there, and nothing twice", () => {
    for (const list of [LONGEST, SLOW, SPAWNED]) {
      expect(list.filter((glob) => !FILES.some((path) => fits(path, glob)))).toEqual([]);
      expect(FILES.filter((path) => list.filter((glob) => fits(path, glob)).length > 1)).toEqual([]);
    }
  });

  it("run in shared threads only what does not change or measure its process", () => {
    const changes = /process\.chdir\(|process\.env\[[^\]]+\] = |delete process\.env|process\.umask\(|cpuTimeOf|\bvi\./;
    expect(
      FILES.filter((path) => path !== OWN && tiersOf(path).includes("unit") && changes.test(textOf(path))),
    ).toEqual([]);
  });

  it("show every promise of SECURITY.md in `npm test`, with the built program", () => {
    const promises = [...textOf("SECURITY.md").matchAll(/^\| (T\d+[a-z]?) \|/gm)].map(([, id]) => id!);
    expect(promises.length).toBeGreaterThan(20);
    expect(new Set(promises).size).toBe(promises.length);
    const usual = FILES.filter((path) => !tiersOf(path).includes("slow")).map((path) => ({
      text: textOf(path),
      tiers: tiersOf(path),
    }));
    const titled = (id: string) =>
      new RegExp(`(?:it|describe)\\b[^\\n]*["\`][^\\n]*\\b${id}\\b|\\]\\)\\(["\`][^\\n]*\\b${id}\\b`);
    const shown = (id: string) => usual.filter(({ text }) => titled(id).test(text));
    expect(promises.filter((id) => shown(id).length === 0)).toEqual([]);
    const ofProgram = (id: string) =>
      shown(id).some(({ text, tiers }) => tiers.includes("spawned") && STARTS.test(text));
    expect(promises.filter((id) => !ofProgram(id))).toEqual(OF_THE_PACKAGE);
  });
});
