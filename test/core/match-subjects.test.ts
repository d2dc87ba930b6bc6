/** What a pattern is tested against: the name of a tool or of something else, and the place a path leads to. */
import { describe, expect, it } from "vitest";
import type { HookEvent } from "../../src/core/events/payload.js";
import { alsoSubject, anySubject, compileMatch, subjectOf } from "../../src/core/match/compile.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";

const engines = { regex: linearRegex, slow: { test: async () => "timeout" as const, close() {} } };
const event = (name: string, payload: object, native?: HookEvent["native"]): HookEvent => ({
  name,
  payload: { hook_event_name: name, ...payload },
  ...(native === undefined ? {} : { native }),
});
const PI = { agent: "pi", event: "tool_call", payload: {} };

describe("the subject of an event", () => {
  it.each([
    ["PreToolUse", { tool_name: "Bash" }, "Bash"],
    ["PreToolUse", { tool_name: 7 }, undefined],
    ["PreToolUse", {}, undefined],
    ["SessionStart", { source: "resume", tool_name: "Bash" }, "resume"],
    ["Stop", { tool_name: "Bash" }, undefined],
  ])("of %s with %j is %s", (name, payload, subject) => {
    expect(subjectOf(event(name, payload))).toBe(subject);
  });

  it("has a second name only for a tool, and only of an agent", () => {
    const both = { tool_name: "Edit", also_tool_name: "Write" };
    expect(alsoSubject(event("PreToolUse", both, PI))).toBe("Write");
    expect(alsoSubject(event("PreToolUse", both))).toBeUndefined();
    expect(alsoSubject(event("SessionStart", both, PI))).toBeUndefined();
    expect(alsoSubject(event("PreToolUse", { tool_name: "Edit", also_tool_name: 7 }, PI))).toBeUndefined();
  });

  it("matches by either name", () => {
    const match = compileMatch({ subject: { kind: "literals", exact: ["Write"] } }, engines);
    expect(anySubject(match, "Edit", "Write")).toBe(true);
    expect(anySubject(match, "Write", "Edit")).toBe(true);
    expect(anySubject(match, "Edit", undefined)).toBe(false);
    expect(anySubject(match, "Edit", "Read")).toBe(false);
  });

  it("that is not there is matched by what asks for none", () => {
    expect(compileMatch({}, engines).subject(undefined)).toBe(true);
    expect(compileMatch({ subject: { kind: "literals", contains: [""] } }, engines).subject(undefined)).toBe(false);
    const except = compileMatch({ except: ["Bash"] }, engines);
    expect([except.subject("Bash"), except.subject("Edit")]).toEqual([false, true]);
  });
});

describe("a call that names several things", () => {
  const fits = (tool_name: string, tool_input: object) =>
    compileMatch({ content: { kind: "literals", prefix: ["git"] } }, engines).details!(
      event("PreToolUse", { tool_name, tool_input }),
    );

  it("is matched by each of them, the first and the further ones", () => {
    expect(fits("Bash", { command: "git push", commands: ["git push", "ls"] })).toBe(true);
    expect(fits("Bash", { command: "git push", commands: ["ls"] })).toBe(true);
    expect(fits("Bash", { command: "ls", commands: ["ls", "git push"] })).toBe(true);
    expect(fits("Bash", { commands: ["git push"] })).toBe(true);
    expect(fits("Bash", { command: "ls", commands: ["ls"] })).toBe(false);
    expect(fits("Bash", {})).toBe(false);
  });

  it("of a tool nobody knows is matched by whatever of it counts as an argument", () => {
    expect(fits("Unknown", { description: "x", command: "git push" })).toBe(true);
    expect(fits("Unknown", { command: "ls" })).toBe(false);
  });
});

describe("a path", () => {
  const leadsTo = (path: string, place: string, cwd?: string) =>
    compileMatch({ path: { kind: "literals", exact: [place] } }, engines).details!(
      event("PreToolUse", {
        tool_name: "Read",
        tool_input: { file_path: path },
        ...(cwd === undefined ? {} : { cwd }),
      }),
    );

  it.each([
    ["a/../b", "b", undefined],
    ["./a//b/.", "a/b", undefined],
    ["../a", "../a", undefined],
    ["../../a", "../../a", undefined],
    ["a/../../b", "../b", undefined],
    ["/../a", "/a", undefined],
    ["/a/../../b", "/b", undefined],
    ["b", "/p/b", "/p"],
    ["../b", "/b", "/p"],
    ["../../b", "/b", "/p"],
    ["/p/a/b", "a/b", "/p/x/.."],
    ["/p/a/../b", "/p/a/../b", "/p"],
    ["/q/b", "/q/b", "/p"],
  ])("%s leads to %s from %s", (path, place, cwd) => {
    expect(leadsTo(path, place, cwd)).toBe(true);
  });

  it.each([
    ["/pq/b", "q/b", "/p"],
    ["/p", "", "/p"],
    ["b", "/b", undefined],
    ["a/..", "a", undefined],
  ])("%s does not lead to %s from %s", (path, place, cwd) => {
    expect(leadsTo(path, place, cwd)).toBe(false);
  });

  it("may stand in the payload itself, where an event has no input", () => {
    const match = compileMatch({ path: { kind: "literals", exact: ["a"] } }, engines);
    expect(match.details!(event("FileChanged", { file_path: "a" }))).toBe(true);
    expect(match.details!(event("FileChanged", { file_path: "b" }))).toBe(false);
  });
});
