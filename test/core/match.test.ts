import { afterAll, describe, expect, it } from "vitest";
import type { HookEvent } from "../../src/core/events/payload.js";
import { compileMatch, type MatchAnswer, subjectOf } from "../../src/core/match/compile.js";
import { type MatcherKind, parseMatcher } from "../../src/core/match/parse.js";
import type { MatchSpec } from "../../src/core/match/spec.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import { patientRegex } from "../support/patient-regex.js";

const slow = patientRegex();
afterAll(() => slow.close());

const KINDS: readonly MatcherKind[] = ["native", "names-or-regex", "regex", "glob"];

async function matches(spec: MatchSpec, event: HookEvent): Promise<MatchAnswer> {
  const match = compileMatch(spec, { regex: linearRegex, slow });
  const bySubject = await match.subject(subjectOf(event));
  return bySubject === true ? ((await match.details?.(event)) ?? true) : bySubject;
}

function parse(kind: MatcherKind, text?: string): MatchSpec {
  const parsed = parseMatcher(kind, text, linearRegex);
  if ("invalid" in parsed) throw new Error(parsed.invalid);
  return parsed.match;
}

const call = (tool_name: string, tool_input: Record<string, unknown> = {}, rest: object = {}): HookEvent => ({
  name: "PreToolUse",
  payload: { hook_event_name: "PreToolUse", tool_name, tool_input, ...rest },
});
const lintsOf = (kind: MatcherKind, text: string) =>
  (parseMatcher(kind, text, linearRegex).lints ?? []).map(({ code }) => code);

describe("matchers on the tool name", () => {
  it.each(KINDS)("MA-01 %s: absent, empty and * match every tool", async (kind) => {
    for (const text of [undefined, "", "*"]) {
      for (const tool of ["Bash", "mcp__mem__save", ""])
        expect(await matches(parse(kind, text), call(tool))).toBe(true);
    }
  });

  it.each(KINDS)("MA-02 %s: an alternation matches its names", async (kind) => {
    expect(await matches(parse(kind, "Edit|Write"), call("Edit"))).toBe(true);
    expect(await matches(parse(kind, "Edit|Write"), call("Write"))).toBe(true);
    expect(await matches(parse(kind, "Edit|Write"), call("Read"))).toBe(false);
  });

  const NAMES = ["Edit", "MultiEdit", "NotebookEdit", "Write", "Bash", "mcp__mem__save"];
  const EDITS = "Edit MultiEdit NotebookEdit";
  const ALL = NAMES.join(" ");
  const MATRIX: readonly [pattern: string, native: string, regex: string, glob: string][] = [
    ["*", ALL, ALL, ALL],
    ["Edit", "Edit", EDITS, "Edit"],
    ["Edit|Write", "Edit Write", `${EDITS} Write`, "Edit Write"],
    ["Edit, Write", "Edit Write", "", "Edit Write"],
    ["^Edit$", "Edit", "Edit", ""],
    ["^Edit", "Edit", "Edit", ""],
    ["mcp__.*", "mcp__mem__save", "mcp__mem__save", ""],
    ["mcp__*", "mcp__mem__save", "mcp__mem__save", "mcp__mem__save"],
    [".*Edit", EDITS, EDITS, ""],
    ["Notebook.*|Bash", "NotebookEdit Bash", "NotebookEdit Bash", "Bash"],
  ];

  it.each(MATRIX)("MA-03 %s matches what each kind says", async (pattern, native, regex, glob) => {
    const expected = { native, "names-or-regex": native, regex, glob };
    for (const kind of KINDS) {
      const matched = [];
      for (const name of NAMES) if (await matches(parse(kind, pattern), call(name))) matched.push(name);
      expect([kind, matched.join(" ")]).toEqual([kind, expected[kind]]);
    }
  });

  it("MA-04 mcp__.* matches the tools of MCP servers", async () => {
    expect(await matches(parse("names-or-regex", "mcp__.*"), call("mcp__mem__save"))).toBe(true);
    expect(await matches(parse("names-or-regex", "mcp__(mem|git)__.*"), call("mcp__git__log"))).toBe(true);
    expect(await matches(parse("names-or-regex", "mcp__.*"), call("Bash"))).toBe(false);
  });

  it("a plain pattern means the same with and without the regex engine", async () => {
    for (const source of [
      "Edit",
      "^Edit",
      "Edit$",
      "^Edit$",
      "Edit|^Wri",
      "mcp__.*",
      ".*Edit$",
      "^.*Edit",
      "^mcp__.*$",
    ]) {
      const plain = parse("regex", source);
      expect(plain.subject?.kind).toBe("literals");
      for (const name of [...NAMES, "Edits", "xWrite", ""]) {
        const answer = await matches({ subject: { kind: "regex", source } }, call(name));
        expect([source, name, await matches(plain, call(name))]).toEqual([source, name, answer]);
      }
    }
  });

  it("lookaround runs in the worker, and a pattern that takes too long is not decided", async () => {
    const spec = parse("regex", "^(?!Read)\\w+$");
    expect(spec.subject?.kind).toBe("slow-regex");
    expect(await matches(spec, call("Bash"))).toBe(true);
    expect(await matches(spec, call("Read"))).toBe(false);
    const endless = parse("regex", "^(?=a)(a+)+$");
    expect(await matches(endless, call(`${"a".repeat(40)}!`))).toBe("broken");
    expect(await matches(spec, call("Bash"))).toBe(true);
  });

  it("a never-matcher matches nothing", async () => {
    expect(await matches({ never: "nothing to match" }, call("Bash"))).toBe(false);
  });
});

describe("patterns that are wrong or look wrong", () => {
  it.each(KINDS)("MA-08 %s: an invalid pattern is said to be invalid, not taken for everything", (kind) => {
    expect(parseMatcher(kind, "[invalid", linearRegex)).toMatchObject({
      invalid: expect.stringContaining("[invalid"),
    });
  });

  it("MA-08 a class without a meaning and a list of no names are invalid", () => {
    expect(parseMatcher("glob", "x[z-a]*", linearRegex)).toHaveProperty("invalid");
    expect(parseMatcher("native", "Bash(x[z-a]*)", linearRegex)).toHaveProperty("invalid");
    for (const text of ["|", " ", ", ,"]) expect(parseMatcher("native", text, linearRegex)).toHaveProperty("invalid");
  });

  it("MA-08 an invalid pattern that gets past the parser is undecided, and hurts no other", async () => {
    expect(await matches({ path: { kind: "glob", source: "[z-a]" } }, call("Write", { file_path: "/a" }))).toBe(
      "broken",
    );
    expect(await matches({ subject: { kind: "regex", source: "[invalid" } }, call("Write"))).toBe("broken");
  });

  it.each(["file_*", "*.ts", "mcp__*", "*Edit"])(
    "MA-09 %s looks like a glob where a regular expression is read",
    (text) => {
      expect(lintsOf("regex", text)).toContain("MATCHER_LOOKS_LIKE_GLOB");
      expect(lintsOf("glob", text)).toEqual([]);
    },
  );

  it.each([".*", "mcp__.*", "^Edit$", "shell\\b"])(
    "MA-09 %s looks like a regular expression where a glob is read",
    (text) => {
      expect(lintsOf("glob", text)).toContain("MATCHER_LOOKS_LIKE_REGEX");
      expect(lintsOf("regex", text)).toEqual([]);
    },
  );

  it("MA-09 as a glob .* does not match shell", async () => {
    expect(await matches(parse("glob", ".*"), call("shell"))).toBe(false);
    expect(await matches(parse("regex", ".*"), call("shell"))).toBe(true);
  });

  it("lookaround is allowed, with a word about its price", () => {
    expect(lintsOf("regex", "(?!Read)")).toEqual(["MATCHER_SLOW"]);
  });
});

describe("matchers on what a call is about", () => {
  const CONTENT: readonly [matcher: string, tool: string, input: Record<string, unknown>, matched: boolean][] = [
    ["Bash(git *)", "Bash", { command: "git push" }, true],
    ["Bash(git *)", "Bash", { command: "git" }, true],
    ["Bash(git *)", "Bash", { command: "gitk" }, false],
    ["Bash(git *)", "Bash", { command: "ls", description: "git push" }, false],
    ["Bash(git *)", "Write", { command: "git push" }, false],
    ["Bash(git:*)", "Bash", { command: "git push" }, true],
    ["Bash(*)", "Bash", { command: "anything" }, true],
    ["Bash()", "Bash", {}, true],
    ["Bash(git *)", "Bash", {}, false],
    ["Bash(*rm -rf*)", "Bash", { command: "cd /x\nrm -rf /" }, true],
    ["Bash(echo (a|b) *)", "Bash", { command: "echo (a|b) c" }, true],
    ["Edit(*.rs)", "Edit", { file_path: "/src/main.rs" }, true],
    ["Edit(*.rs)", "Edit", { file_path: "/src/main.ts" }, false],
    ["Edit|Write(*.rs)", "Write", { file_path: "a.rs" }, true],
    ["Edit|Write(*.rs)", "Read", { file_path: "a.rs" }, false],
    ["mcp__*(x*)", "mcp__a__b", { path: "xyz" }, true],
  ];

  it.each(CONTENT)("MA-10 glob: %s on %s %j is %s", async (matcher, tool, input, matched) => {
    expect(await matches(parse("glob", matcher), call(tool, input))).toBe(matched);
  });

  it.each(CONTENT.slice(0, -1))("MA-10 native: %s on %s %j is %s", async (matcher, tool, input, matched) => {
    expect(await matches(parse("native", matcher), call(tool, input))).toBe(matched);
  });

  it("MA-10 in a regular expression parentheses are a group, and so they are after mcp__", async () => {
    expect(await matches(parse("regex", "Note(book)"), call("NotebookEdit"))).toBe(true);
    expect(await matches(parse("native", "mcp__(mem|git)"), call("mcp__git__log"))).toBe(true);
  });

  it("MA-11 a tool pattern and a pattern on the parameters must both match", async () => {
    const spec: MatchSpec = {
      subject: { kind: "literals", exact: ["Bash"] },
      params: { kind: "regex", source: '"command":"rm\\b' },
    };
    expect(await matches(spec, call("Bash", { command: "rm x" }))).toBe(true);
    expect(await matches(spec, call("Bash", { command: "ls" }))).toBe(false);
    expect(await matches(spec, call("Shell", { command: "rm x" }))).toBe(false);
  });

  const path = (source: string): MatchSpec => ({ path: { kind: "glob", source } });

  it.each(["file_path", "path", "filename"])(
    "MA-12 *.env* matches a write to .env.local named by %s",
    async (field) => {
      expect(await matches(path("*.env*"), call("Write", { [field]: "/repo/.env.local" }))).toBe(true);
      expect(await matches(path("*.env*"), call("Write", { [field]: "/repo/environment" }))).toBe(false);
    },
  );

  it("MA-12 a pattern for everything in a folder is for the folder too: searching it reads everything", async () => {
    expect(await matches(path("secrets/**"), call("Grep", { path: "secrets", pattern: "x" }, { cwd: "/repo" }))).toBe(
      true,
    );
    expect(await matches(path("secrets/**"), call("Grep", { path: "secret", pattern: "x" }, { cwd: "/repo" }))).toBe(
      false,
    );
  });

  it("MA-12 a path pattern sees the path as written and, in the project, the one relative to it", async () => {
    const write = call("Write", { file_path: "/repo/src/a/b.ts" }, { cwd: "/repo" });
    expect(await matches(path("src/**/*.ts"), write)).toBe(true);
    expect(await matches(path("/repo/**"), write)).toBe(true);
    expect(await matches(path("src/*.ts"), write)).toBe(false);
    expect(
      await matches(path("src/**/*.ts"), call("Write", { file_path: "/repository/src/b.ts" }, { cwd: "/repo" })),
    ).toBe(false);
    expect(await matches(path("*"), call("Bash", { command: "ls" }))).toBe(false);
  });

  it.each([
    "/repo/secrets/key",
    "/repo/src/../secrets/key",
    "/repo//secrets/./key",
    "secrets/key",
    "./secrets/key",
    "../repo/secrets/key",
    "/repo/secrets/a\nb",
  ])("MA-12 a path is the place it leads to, however it is written: %j", async (file_path) => {
    for (const cwd of ["/repo", "/repo/"]) {
      const read = call("Read", { file_path }, { cwd });
      expect(await matches(path("secrets/**"), read)).toBe(true);
      expect(await matches(path("/repo/secrets/*"), read)).toBe(true);
      expect(await matches(path("src/**"), call("Read", { file_path: "/repo/src/../a" }, { cwd: "/" }))).toBe(false);
    }
    expect(await matches(path("a"), call("Read", { file_path: "../../a/../b" }))).toBe(false);
  });

  it("MA-13 an equality object needs every key, present and strictly equal", async () => {
    const dispatched = (payload: object): HookEvent => ({
      name: "cortex:dispatch.started",
      payload: { hook_event_name: "x", ...payload },
    });
    const spec: MatchSpec = { equals: { source: "task-dispatch", retry: 0 } };
    expect(await matches(spec, dispatched({ source: "task-dispatch", retry: 0, more: true }))).toBe(true);
    expect(await matches(spec, dispatched({ source: "task-dispatch", retry: "0" }))).toBe(false);
    expect(await matches(spec, dispatched({ source: "task-dispatch" }))).toBe(false);
    expect(await matches({ equals: { gone: null } }, dispatched({}))).toBe(false);
  });

  it("single fields are tested as text", async () => {
    const spec: MatchSpec = {
      fields: { timeout: { kind: "regex", source: "^6" }, command: { kind: "literals", prefix: ["curl"] } },
    };
    expect(await matches(spec, call("Bash", { command: "curl x", timeout: 600 }))).toBe(true);
    expect(await matches(spec, call("Bash", { command: "curl x", timeout: 500 }))).toBe(false);
    expect(await matches(spec, call("Bash", { command: "curl x" }))).toBe(false);
  });

  it("every condition of a spec counts, those of allOf and one of anyOf too", async () => {
    const [git, push] = [parse("native", "Bash(git *)"), parse("native", "Bash(*push*)")];
    const either: MatchSpec = {
      subject: { kind: "literals", exact: ["Bash"] },
      anyOf: [git, parse("native", "Write")],
    };
    expect(await matches({ allOf: [git, push] }, call("Bash", { command: "git push" }))).toBe(true);
    expect(await matches({ allOf: [git, push] }, call("Bash", { command: "git pull" }))).toBe(false);
    expect(await matches(either, call("Bash", { command: "git pull" }))).toBe(true);
    expect(await matches(either, call("Bash", { command: "ls" }))).toBe(false);
    expect(await matches(either, call("Write"))).toBe(false);
  });

  it("an undecided part leaves the whole undecided, unless another part says no", async () => {
    const undecided: MatchSpec = { params: { kind: "regex", source: "[" } };
    const no: MatchSpec = { equals: { session_id: "other" } };
    expect(await matches({ allOf: [undecided, parse("native", "Bash")] }, call("Bash"))).toBe("broken");
    expect(await matches({ allOf: [undecided, no] }, call("Bash"))).toBe(false);
    expect(await matches({ anyOf: [undecided, no] }, call("Bash"))).toBe("broken");
    expect(await matches({ anyOf: [undecided, parse("native", "Bash")] }, call("Bash"))).toBe(true);
  });

  it("a tool with a name that objects inherit is matched like any other", async () => {
    expect(
      await matches({ content: { kind: "wildcard", source: "ls*" } }, call("constructor", { command: "ls -l" })),
    ).toBe(true);
  });
});
