/** What the forms of a matcher mean: lists of names, and names with a content of their own. */
import { describe, expect, it } from "vitest";
import { type MatcherKind, parseMatcher, parseRegex } from "../../src/core/match/parse.js";
import { looksAtParts, type MatchSpec } from "../../src/core/match/spec.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";

describe("a matcher", () => {
  const parsed = (kind: MatcherKind, text: string) => parseMatcher(kind, text, linearRegex);
  const names = (...exact: string[]) => ({ kind: "literals", exact });
  const wildcard = (source: string) => ({ kind: "wildcard", source });

  it.each(["native", "glob"] as const)("%s: each name may have a content of its own, or all share one", (kind) => {
    const each = {
      anyOf: [
        { subject: names("Glob"), content: wildcard("a*") },
        { subject: names("Grep"), content: wildcard("b*") },
      ],
    };
    expect(parsed(kind, "Glob(a*)|Grep(b*)")).toEqual({ match: each, lints: [] });
    expect(parsed(kind, " Glob(a*) | Grep(b*) ")).toEqual({ match: each, lints: [] });
    expect(parsed(kind, "Edit|Write(src/**)")).toEqual({
      match: { subject: names("Edit", "Write"), content: wildcard("src/**") },
      lints: [],
    });
    expect(parsed(kind, "Bash(a|b)|Edit")).toEqual({
      match: { anyOf: [{ subject: names("Bash"), content: wildcard("a|b") }, { subject: names("Edit") }] },
      lints: [],
    });
    expect(parsed(kind, "Bash(a(b|c)d|e)|Edit")).toMatchObject({ match: { anyOf: [{}, {}] } });
    expect(parsed(kind, "Bash()")).toEqual({ match: { subject: names("Bash") }, lints: [] });
    expect(parsed(kind, "Bash(*)")).toEqual({ match: { subject: names("Bash") }, lints: [] });
  });

  it("with a content is none where everything is a regular expression", () => {
    expect(parsed("regex", "Glob(a*)|Grep(b*)")).toMatchObject({ match: { subject: { kind: "regex" } } });
    expect(parsed("names-or-regex", "Glob(a*)|Grep(b*)")).toMatchObject({ match: { subject: { kind: "regex" } } });
    expect(parsed("native", "mcp__(a|b)")).toMatchObject({ match: { subject: { kind: "regex" } } });
    expect(parsed("glob", "mcp__x(a)")).toMatchObject({ match: { subject: names("mcp__x") } });
  });

  it("of several parts is invalid where one is, and has the hints of all", () => {
    expect(parsed("glob", "Edit(a)|Write([z-a])")).toMatchObject({ invalid: expect.stringContaining("[z-a]") });
    expect(parsed("native", "Edit(a)|[")).toMatchObject({ invalid: expect.stringContaining("[") });
    const { lints } = parsed("native", "Edit(a)|file_*.x");
    expect(lints!.map(({ code }) => code)).toEqual(["MATCHER_LOOKS_LIKE_GLOB"]);
  });

  it.each([
    ["Edit, Write", names("Edit", "Write")],
    ["mcp__*", { kind: "literals", exact: [], prefix: ["mcp__"] }],
    ["Edit|mcp__*", { kind: "literals", exact: ["Edit"], prefix: ["mcp__"] }],
    ["*Edit", wildcard("*Edit")],
    ["*Edit|Write", wildcard("{*Edit,Write}")],
    ["a*b|mcp__*", wildcard("{a*b,mcp__*}")],
    ["Edi?", wildcard("Edi?")],
  ])("glob: the names %s are %j", (text, subject) => {
    expect(parsed("glob", text)).toMatchObject({ match: { subject } });
  });

  it.each([
    ["Bash(git:*)", { kind: "literals", exact: ["git"], prefix: ["git "] }],
    ["Bash(git push *)", { kind: "literals", exact: ["git push"], prefix: ["git push "] }],
    ["Bash(*git *)", wildcard("*git *")],
    ["Bash(git*)", wildcard("git*")],
    ["Bash(git)", wildcard("git")],
  ])("native: the content of %s is %j", (text, content) => {
    expect(parsed("native", text)).toMatchObject({ match: { content } });
  });

  it.each([
    ["Edit|Write", { contains: ["Edit", "Write"] }],
    ["^Bash$", { exact: ["Bash"] }],
    ["^mcp__.*", { prefix: ["mcp__"] }],
    ["^mcp__.*$", { prefix: ["mcp__"] }],
    [".*Edit$", { suffix: ["Edit"] }],
    ["^.*Edit$", { suffix: ["Edit"] }],
    ["mcp__.*", { contains: ["mcp__"] }],
    ["^Bash$|^Re|ad$", { exact: ["Bash"], prefix: ["Re"], suffix: ["ad"] }],
  ])("the regular expression %s needs no engine: %j", (source, literals) => {
    expect(parseRegex(source, linearRegex)).toEqual({ kind: "literals", ...literals });
  });
});

it.each<[MatchSpec | undefined, boolean]>([
  [undefined, false],
  [{}, false],
  [{ subject: { kind: "wildcard", source: "*" }, equals: { a: 1 } }, false],
  [{ params: { kind: "wildcard", source: "*" } }, false],
  [{ content: { kind: "wildcard", source: "*" } }, true],
  [{ path: { kind: "wildcard", source: "*" } }, true],
  [{ fields: {} }, true],
  [{ allOf: [{}, { path: { kind: "wildcard", source: "*" } }] }, true],
  [{ anyOf: [{}, { content: { kind: "wildcard", source: "*" } }] }, true],
  [{ allOf: [{}], anyOf: [{}] }, false],
])("%j looks at single parts of a call: %s", (spec, looks) => {
  expect(looksAtParts(spec)).toBe(looks);
});
