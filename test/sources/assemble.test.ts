/** One ordered list from the hooks of many sources: names, twins and switches. */
import { describe, expect, it } from "vitest";
import type { HookSpec, SourceRef } from "../../src/core/hooks/hook.js";
import { assemble, loadedAs, namedHook, type Overrides } from "../../src/sources/compile/assemble.js";
import { hookSpec, sourceRef } from "../support/hook-specs.js";

const runs = (command: string, more: Partial<HookSpec> = {}) =>
  hookSpec({ id: "", run: { type: "command", command }, ...more });
const source = (key: string, more: Partial<SourceRef> = {}) => sourceRef({ key, path: `/${key}`, ...more });
const [ONE, TWO] = [source("one"), source("two", { rank: 1 })];

type Loaded = readonly [SourceRef, ...HookSpec[]];
const all = (sources: readonly Loaded[], overrides?: Overrides) =>
  assemble(
    sources.map(([of, ...hooks]) => loadedAs(of, hooks)),
    overrides,
  );
const ids = (...sources: readonly Loaded[]) => all(sources).entries.map(({ hook }) => hook.id);
const codes = (...sources: readonly Loaded[]) => all(sources).findings.map(({ code, file }) => [code, file]);

describe("the order of entries", () => {
  it("is that of their sources, and within one as they stand there", () => {
    const sources = [
      [source("project", { level: "project" }), runs("c", { id: "c" })],
      [source("late", { rank: 9 }), runs("b", { id: "b" })],
      [source("early", { rank: 1 }), runs("z", { id: "z" }), runs("a", { id: "a" })],
    ] as const;
    expect(ids(...sources)).toEqual(["z", "a", "b", "c"]);
    // The list that was given stays as it is.
    expect(sources[0][0].key).toBe("project");
  });
});

describe("twins", () => {
  it("CF-26 run once and name every file they come from", () => {
    const { entries, findings } = all([
      [ONE, runs("a", { id: "x" })],
      [TWO, runs("a", { id: "y" }), runs("b")],
      [source("three", { rank: 2 }), runs("a", { statusMessage: "…" })],
    ]);
    expect(entries.map(({ hook, alsoFrom }) => [hook.run, alsoFrom.map(({ key }) => key)])).toEqual([
      [{ type: "command", command: "a" }, ["two", "three"]],
      [{ type: "command", command: "b" }, []],
    ]);
    expect(entries[0]).toMatchObject({ source: ONE, hook: { id: "x" } });
    expect(findings).toEqual([]);
  });

  it("CF-26 of one file are one hook, unless each has a name of its own", () => {
    const { entries } = all([[ONE, runs("a"), runs("a")]]);
    expect(entries.map(({ alsoFrom }) => alsoFrom)).toEqual([[]]);
    expect(ids([ONE, runs("a", { id: "x" }), runs("a", { id: "x" })])).toEqual(["x"]);
    expect(ids([ONE, runs("a", { id: "x" }), runs("a", { id: "y" })])).toEqual(["x", "y"]);
    expect(ids([ONE, runs("a", { id: "x" }), runs("a")])).toEqual(["x"]);
  });

  it("CF-26 are none where any field differs", () => {
    expect(ids([ONE, runs("a", { id: "x" })], [TWO, runs("a", { id: "y", timeoutMs: 5 })])).toEqual(["x", "y"]);
    expect(ids([ONE, runs("a", { id: "x" })], [TWO, runs("a", { id: "y", guard: true })])).toEqual(["x", "y"]);
  });

  it("CF-26 in memory are told apart by their names, as functions look alike", () => {
    const fn = (id: string) => hookSpec({ id, run: { type: "function" } });
    expect(ids([ONE, fn("x")], [TWO, fn("y")])).toEqual(["x", "y"]);
    expect(ids([ONE, fn("x")], [TWO, fn("x")])).toEqual(["x"]);
  });

  it("SE-02 that may not run hide none that may", () => {
    const unapproved = source("other", { level: "project", state: "untrusted" });
    const { entries } = all([
      [unapproved, runs("a", { id: "x" })],
      [source("p", { level: "project", rank: 1 }), runs("a", { id: "x" })],
    ]);
    expect(entries.map(({ hook, source: of }) => [hook.id, of.key])).toEqual([
      ["x", "other"],
      ["x@p", "p"],
    ]);
  });
});

describe("what an entry says", () => {
  it("is its own state where that is not its source's, and what it covers", () => {
    const covers = [{ path: "/s", sha256: "1" }];
    const { entries } = assemble([
      {
        source: ONE,
        hooks: [
          { hook: runs("a", { id: "a" }), state: "trusted" },
          { hook: runs("b", { id: "b" }), state: "modified", covers },
        ],
      },
    ]);
    expect(entries[0]).toEqual({ hook: runs("a", { id: "a" }), source: ONE, alsoFrom: [] });
    expect(entries[1]).toEqual({ hook: runs("b", { id: "b" }), source: ONE, alsoFrom: [], state: "modified", covers });
  });

  it("CF-19 is on or off as the person said, but for what an administrator says", () => {
    const sources = [
      [source("m", { level: "managed" }), runs("a", { id: "a" })],
      [
        source("u", { rank: 1 }),
        runs("b", { id: "b" }),
        runs("c", { id: "c", enabled: false }),
        runs("d", { id: "d" }),
      ],
    ] as const;
    const { entries } = all(sources, { enabled: { a: false, b: false, c: true }, mode: {}, signed: true });
    expect(entries.map(({ hook }) => [hook.id, hook.enabled])).toEqual([
      ["a", true],
      ["b", false],
      ["c", true],
      ["d", true],
    ]);
  });
});

describe("ids", () => {
  it("that another file has taken get the name of theirs, and further ones a number", () => {
    const x = (command: string) => runs(command, { id: "x" });
    expect(ids([ONE, x("a")], [TWO, x("b")])).toEqual(["x", "x@two"]);
    const again = (n: number) => source("two", { path: `/two-${n}`, rank: n });
    expect(ids([ONE, x("a")], [again(1), x("b")], [again(2), x("c")], [again(3), x("d")])).toEqual([
      "x",
      "x@two",
      "x@two-2",
      "x@two-3",
    ]);
    const { findings } = all([
      [ONE, x("a")],
      [TWO, x("b")],
    ]);
    expect(findings).toMatchObject([{ code: "CONFIG_SHARED_ID", file: "/two" }]);
    expect(findings[0]!.message).toBe('the id "x" is already used by /one; this one is called "x@two"');
    const inMemory = sourceRef({ key: "code" });
    expect(
      all([
        [inMemory, x("a")],
        [TWO, x("b")],
      ]).findings[0]!.message,
    ).toContain("already used by code;");
  });

  it("that stand twice in a file are taken once, but a guard stays", () => {
    const second = runs("b", { id: "x" });
    expect(ids([ONE, runs("a", { id: "x" }), second])).toEqual(["x"]);
    expect(codes([ONE, runs("a", { id: "x" }), second])).toEqual([["CONFIG_DUPLICATE_ID", "/one"]]);
    expect(ids([ONE, runs("a", { id: "x" }), { ...second, guard: true }])).toEqual(["x", "x@one"]);
    expect(codes([ONE, runs("a", { id: "x" }), { ...second, guard: true }])).toEqual([["CONFIG_SHARED_ID", "/one"]]);
  });

  it("that were made up are told apart without a word", () => {
    const [a, b] = [runs("a", { timeoutMs: 1 }), runs("a", { timeoutMs: 2 })];
    const made = namedHook(a).id;
    expect(ids([ONE, a, b])).toEqual([made, `${made}@one`]);
    expect(codes([ONE, a, b])).toEqual([]);
  });

  it("are made of the event and of what the hook does, wherever it runs", () => {
    const { id } = namedHook(runs("a"));
    expect(id).toMatch(/^pre-tool-use-[0-9a-f]{8}$/);
    expect(namedHook(runs("a", { event: "pi:tool_call" })).id).toMatch(/^pi-tool-call-[0-9a-f]{8}$/);
    const inFolder = { type: "command", command: "a", cwd: "/p" } as const;
    expect(namedHook(runs("a", { run: inFolder, timeoutMs: 5 })).id).toBe(id);
    expect(namedHook(runs("b")).id).not.toBe(id);
    expect(namedHook(runs("a", { match: { tool: "Bash" } as HookSpec["match"] })).id).not.toBe(id);
  });

  it("are those of their built-ins, and of people where they gave one", () => {
    expect(namedHook(hookSpec({ id: "", run: { type: "function", builtin: { name: "guard-rm" } } })).id).toBe(
      "guard-rm",
    );
    expect(namedHook(hookSpec({ id: "", run: { type: "function" } })).id).toMatch(/^pre-tool-use-/);
    const own = runs("a", { id: "mine" });
    expect(namedHook(own)).toBe(own);
  });
});
