/** The glob compiler, and everything that takes a glob, on one table of cases. */
import { describe, expect, it } from "vitest";
import { belowFolder, globProblem } from "../../src/builtins/_shared/paths/folder-globs.js";
import { readyRules } from "../../src/builtins/governance/rules.js";
import { pathVerdict } from "../../src/builtins/protect-paths/path-verdict.js";
import { compileText } from "../../src/core/match/compile.js";
import { compileGlob, type GlobDialect, type GlobTest } from "../../src/core/match/glob.js";
import { ruleFor } from "../../src/effects/services/rules.js";
import { programsLike } from "../../src/effects/shell/start.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import { type GlobCase, PATH_CASES, SHELL_CASES, WILDCARD_CASES } from "./glob-cases.js";

const engines = { regex: linearRegex, slow: { test: async () => "timeout" as const, close() {} } };
const places = { home: "/home/u", project: "/home/u/[app]" };

function denies(glob: string, path: string): boolean {
  const options = { deny: [glob], ask: [], allow: [], sensitive: "ask", system: "ask" } as const;
  return pathVerdict([path], places, options)?.answer === "deny";
}

function serviceRule(glob: string): GlobTest {
  const rules = { [glob]: "risky" } as const;
  return (word) => ruleFor(rules, [word], { args: [] } as never) !== undefined;
}

const USERS: readonly (readonly [string, readonly GlobCase[], (glob: string) => (text: string) => unknown])[] = [
  ["compileGlob for paths", PATH_CASES, (glob) => compileGlob(glob, "path")],
  ["compileGlob for wildcards", WILDCARD_CASES, (glob) => compileGlob(glob, "wildcard")],
  ["compileGlob for a shell", SHELL_CASES, (glob) => compileGlob(glob, "shell")],
  ["`path` of a hook", PATH_CASES, (source) => compileText({ kind: "glob", source }, engines)],
  ["`content` of a hook", WILDCARD_CASES, (source) => compileText({ kind: "wildcard", source }, engines)],
  ["options of built-in hooks", PATH_CASES, (glob) => belowFolder([glob])],
  [
    "protect-paths",
    // A glob without `/` and one with `{` may be about the path above the project.
    PATH_CASES.filter(({ glob }) => glob.includes("/") && !/^\{|^\*\*/.test(glob)),
    (glob) => (path) => denies(glob, `${places.project}/${path}`),
  ],
  [
    "governance",
    WILDCARD_CASES,
    (tool) => readyRules({ rules: [{ id: "a", action: "deny", tool }] }, linearRegex).ready[0]!.tool!,
  ],
  ["rules of services", WILDCARD_CASES.filter(({ glob }) => !glob.includes(" ")), serviceRule],
  [
    "a program's name",
    SHELL_CASES.filter(({ glob }) => /^\[.*\]m$/.test(glob)),
    (glob) => (name) => (/^[a-z]+$/.test(name) ? programsLike(glob).includes(name) : name === "/m"),
  ],
];

describe.each(USERS)("%s", (_user, cases, compile) => {
  it.each(cases.map(({ glob, fits, not }) => [glob, fits, not] as const))("%s fits %j, not %j", (glob, fits, not) => {
    const test = compile(glob);
    for (const text of fits.filter((one) => one !== "")) expect([text, test(text)]).toEqual([text, true]);
    for (const text of not.filter((one) => one !== "")) expect([text, test(text)]).toEqual([text, false]);
  });
});

describe("a glob", () => {
  it("relative to a folder may begin with `/` for that folder", () => {
    const test = belowFolder(["/a", "/b/*.ts"]);
    expect(["a", "b/x.ts"].map(test)).toEqual([true, true]);
    expect(["x/a", "x/b/x.ts"].map(test)).toEqual([false, false]);
  });

  it("that begins with `/` or `~/` is about the machine for protect-paths", () => {
    expect(denies("/srv/www", "/srv/www")).toBe(true);
    expect(denies("/www", "/srv/www")).toBe(false);
    expect(denies("~/Vault/**", "/home/u/vault")).toBe(true);
    expect(denies("*.sealed", "/srv/a.sealed")).toBe(true);
    expect(denies("{infra/**,*.sealed}", `${places.project}/infra/x`)).toBe(true);
  });

  it.each(["path", "wildcard"] as const)("with a reversed range is invalid as %s", (dialect) => {
    expect(() => compileGlob("x[z-a]*", dialect)).toThrow("z-a");
  });

  it("that is invalid is a problem of the option, and matches nothing in a rule", () => {
    expect(globProblem("deny", "ask")({ ask: ["a", "[z-a]"] })).toContain('`ask`: "[z-a]" is not a valid glob');
    expect(globProblem("deny", "ask")({ deny: ["a"] })).toBeUndefined();
    expect(["z", "b"].map(belowFolder(["[z-a]", "b"]))).toEqual([false, true]);
  });

  const HARD: readonly (readonly [GlobDialect, string, string, boolean])[] = [
    ["path", `${"**/".repeat(2000)}x`, `${"a/".repeat(2000)}b`, false],
    ["path", `${"*a".repeat(2000)}b`, "a".repeat(4000), false],
    ["path", "{a,b}".repeat(1000), "x", false],
    ["path", `${"{".repeat(5000)}a${"}".repeat(5000)}`, "a", true],
    ["path", `{${"a,".repeat(200_000)}b}`, "c", false],
    ["wildcard", "*a*a*a*a*a*a*a*b", `b${"a".repeat(100_000)}`, false],
    ["wildcard", "*a".repeat(2000), "a".repeat(4000), true],
    ["shell", `${"*a".repeat(2000)}b`, "a".repeat(4000), false],
  ];

  it.each(HARD)("T10 as %s is decided in time, however it is made: %#", (dialect, glob, text, answer) => {
    expect(compileGlob(glob, dialect)(text)).toBe(answer);
  });
});
