import { describe, expect, it } from "vitest";
import type { HookEvent } from "../../src/core/events/payload.js";
import type { DialectProfile } from "../../src/core/hooks/dialect.js";
import type { HookSpec } from "../../src/core/hooks/hook.js";
import claude from "../../src/sources/dialects/claude/profile.js";
import loader from "../../src/sources/dialects/orion/load.js";
import orion from "../../src/sources/dialects/orion/profile.js";
import { fireConfig } from "../support/fire-config.js";
import { FixturePlace } from "../support/fixture-place.js";
import { matchMatrix } from "../support/match-matrix.js";

const SETTINGS = "settings.json";
const bash = (command: string) => ({ tool_name: "Bash", tool_input: { command } });

describe("orion settings", () => {
  it("CF-01 CF-10 EX-07 loads the example: seconds, one after the other, 10 s by default", () => {
    const { hooks, findings } = new FixturePlace("orion").load(SETTINGS);
    expect(findings).toEqual([]);
    expect(hooks.map(({ event, timeoutMs }) => `${event} ${timeoutMs}`)).toEqual([
      "PreToolUse 5000",
      "PreToolUse 5000",
      "PreToolUse 10000",
      "PreToolUse 10000",
      "UserPromptSubmit 5000",
      "PostToolUse 10000",
      "SubagentStop 10000",
      "Stop 12000",
    ]);
    expect(hooks.every(({ strategy }) => strategy === "serial")).toBe(true);
  });

  it("CF-10 EX-01 runs built-in hooks before the user's: by the order of files, and in one file by its sections", async () => {
    const place = new FixturePlace("orion");
    const groups = (word: string) => ({
      hooks: { PreToolUse: [{ hooks: [{ command: `echo ${word} >> order.log` }] }] },
    });
    await place.fire(
      [place.write("builtin.json", groups("builtin")), place.write("user.json", groups("user"))],
      "PreToolUse",
      bash("ls"),
    );
    expect(place.read("order.log")).toBe("builtin\nuser\n");
    const { hooks } = place.load("session.json");
    expect(hooks.map(({ run }) => run.type)).toEqual(["command", "prompt"]);
    const decision = await place.fire("session.json", "PreToolUse", bash("ls"));
    expect(place.read("order.log")).toBe("builtin\nuser\nbuiltin\n");
    expect(decision.hooks.map(({ cause }) => cause)).toEqual([undefined, "unavailable"]);
  });

  it("SE-01 keeps of a user's section only what a model judges: 1 prompt kept, 3 dropped, 3 warnings", () => {
    const { hooks, findings } = new FixturePlace("orion").load("session.json");
    expect(hooks.filter(({ run }) => run.type === "prompt")).toHaveLength(1);
    const dropped = findings.filter(({ code }) => code === "CONFIG_SCOPE");
    expect(dropped.map(({ severity, field, line }) => [severity, field, line])).toEqual([
      ["warning", "user.hooks.PreToolUse[0].hooks[1]", 9],
      ["warning", "user.hooks.PreToolUse[0].hooks[2]", 10],
      ["warning", "user.hooks.PreToolUse[0].hooks[3]", 11],
    ]);
  });

  it("SE-01 keeps nothing but prompts of a project's or a plugin's file, built-in or not", () => {
    const place = new FixturePlace("orion");
    for (const scope of ["project", "plugin"] as const) {
      const { hooks, findings } = place.load(SETTINGS, scope);
      expect(hooks).toEqual([]);
      expect(findings.map(({ code }) => code)).toEqual(Array.from({ length: 8 }, () => "CONFIG_SCOPE"));
      expect(place.load("session.json", scope).hooks.map(({ run }) => run.type)).toEqual(["prompt"]);
    }
  });

  it("CF-10 has no usual place, and knows its own files by path or by their two sections", () => {
    expect(loader.locations({ home: "/h", configHome: "/h/.config", project: "/p" })).toEqual([]);
    expect(loader.detect("/h/.orion/settings.json", {})).toBe(true);
    expect(loader.detect("/tmp/s.json", { builtin: { hooks: {} } })).toBe(true);
    expect(loader.detect("/tmp/s.json", { hooks: {} })).toBe(false);
  });

  it("MA-03 matches a list of names whole and searches for anything else", () => {
    const all = "Edit MultiEdit NotebookEdit Write Bash mcp__mem__save";
    expect(matchMatrix("orion")).toEqual({
      "": all,
      "*": all,
      Edit: "Edit",
      "Edit|Write": "Edit Write",
      "^Edit$": "Edit",
      Edit$: "Edit MultiEdit NotebookEdit",
      ".*": all,
      "mcp__.*": "mcp__mem__save",
      "(Multi|Notebook)Edit": "MultiEdit NotebookEdit",
      edit: "",
    });
  });
});

describe("orion hooks at work", () => {
  it("OU-02 EV-01 takes `reason` as the reason of a deny", async () => {
    const place = new FixturePlace("orion");
    const write = (file_path: string) =>
      place.fire(SETTINGS, "PreToolUse", { tool_name: "Write", tool_input: { file_path } });
    expect(await write("Projects/x/_meta.yaml")).toMatchObject({
      verdict: "deny",
      reason: "_meta.yaml belongs to the system; use `orion para update`.",
    });
    expect((await write("Projects/x/notes.md")).verdict).toBe("none");
  });

  it("OU-09 OU-10 takes exit code 2 and stderr as a deny and its reason", async () => {
    const place = new FixturePlace("orion");
    expect(await place.fire(SETTINGS, "PreToolUse", bash("mkdir -p Projects/new"))).toMatchObject({
      verdict: "deny",
      reason: "Use: orion para create-entity --type project",
    });
  });

  it("OU-06 takes {ok:true} and {} as no opinion, never as allow", async () => {
    const decision = await new FixturePlace("orion").fire(SETTINGS, "PreToolUse", {
      tool_name: "Read",
      tool_input: {},
    });
    expect(decision.verdict).toBe("none");
    expect(decision.hooks.map(({ outcome }) => outcome)).toEqual(["none", "none"]);
  });

  it("EV-28 turns a deny outside PreToolUse into a warning and keeps the context beside it", async () => {
    const decision = await new FixturePlace("orion").fire(SETTINGS, "UserPromptSubmit", {
      prompt: "good morning",
    });
    expect(decision).toMatchObject({ verdict: "none", context: "It is morning." });
    expect(decision.notes).toMatchObject([
      {
        code: "HOOK_WARNING",
        message: "A hook of orion cannot block on UserPromptSubmit; its deny was not applied: too early",
      },
    ]);
  });

  it("EV-14 drops context on SubagentStop with a warning; the claude dialect passes it on", async () => {
    const place = new FixturePlace("orion");
    const payload = { session_id: "s1", cwd: place.root, agent_id: "a1" };
    const decision = await place.fire(SETTINGS, "SubagentStop", payload);
    expect(decision.context).toBeUndefined();
    expect(decision.notes).toMatchObject([{ code: "HOOK_WARNING", message: expect.stringContaining("context") }]);
    const files = [{ path: place.path(SETTINGS), scope: "user" as const }];
    const same = await fireConfig({
      dialect: "claude",
      files,
      event: "SubagentStop",
      payload,
      project: place.root,
    });
    expect(same.context).toContain('"agent_id":"a1"');
  });

  it("IN-01 gives the result of a tool as one object", async () => {
    const place = new FixturePlace("orion");
    const told = async (more: object) =>
      JSON.parse((await place.fire(SETTINGS, "PostToolUse", { ...bash("ls"), ...more })).context!) as object;
    const response = { stdout: "a.md" };
    expect(await told({ tool_response: response })).toMatchObject({
      tool_result: { output: response, is_error: false },
      tool_response: response,
    });
    expect(await told({ tool_output: "a.md", is_error: true })).toMatchObject({
      tool_result: { output: "a.md", is_error: true },
    });
    expect(await told({ tool_result: { output: "own" } })).toMatchObject({ tool_result: { output: "own" } });
  });

  it("IN-01 EX-16 always says whether a stop hook is active, and does not run while one is", async () => {
    const place = new FixturePlace("orion");
    const stop = (more: object) =>
      place.fire(SETTINGS, "Stop", { last_assistant_message: "DECISION: use YAML", ...more });
    expect((await stop({})).forceContinue?.value).toEqual({
      reason: "Save this with memory_write: use YAML",
    });
    const active = await stop({ stop_hook_active: true });
    expect(active.forceContinue).toBeUndefined();
    expect(active.hooks).toMatchObject([{ outcome: "skipped" }]);
  });

  it("EX-02 runs hooks one after the other", async () => {
    const place = new FixturePlace("orion");
    const hook = (n: number) => ({
      command: `echo start ${n} >> order.log; sleep 0.1; echo end ${n} >> order.log`,
    });
    const path = place.write("serial.json", { hooks: { PreToolUse: [{ hooks: [hook(1), hook(2)] }] } });
    await place.fire(path, "PreToolUse", bash("ls"));
    expect(place.read("order.log")).toBe("start 1\nend 1\nstart 2\nend 2\n");
  });
});

const HOOK = { id: "h", event: "PreToolUse", dialect: "orion", guard: false } as HookSpec;
const event = (name: string, payload: object = {}): HookEvent => ({
  name,
  payload: { hook_event_name: name, ...payload },
});
const said = (stdout: string, exitCode = 0) => ({ exitCode, signal: null, stdout, stderr: "" });

/** What a profile must hold to be Orion's. */
function assertOrion(profile: DialectProfile): void {
  const block = '{"decision":"block","reason":"no"}';
  expect(profile.blocks).toEqual(["PreToolUse"]);
  expect(profile.interpret(said(block), event("PreToolUse"), HOOK)).toMatchObject({
    output: { verdict: "deny", reason: "no" },
  });
  for (const name of ["UserPromptSubmit", "PermissionRequest", "PreCompact"]) {
    const result = profile.interpret(said(block), event(name), HOOK);
    expect(result).toMatchObject({ ok: true, output: {}, warning: expect.stringContaining(name) });
    expect(result.ok && result.output.verdict).toBeUndefined();
  }
  const subagent = profile.interpret(
    said('{"decision":"block","reason":"go on","systemMessage":"m"}'),
    event("SubagentStop"),
    HOOK,
  );
  expect(subagent.ok && subagent.output).toEqual({ message: "m" });
  expect(JSON.parse(profile.encode(event("Stop"), HOOK).stdin)).toMatchObject({ stop_hook_active: false });
  const failed = JSON.parse(profile.encode(event("PostToolUseFailure", { error: "gone" }), HOOK).stdin) as object;
  expect(failed).toMatchObject({ tool_result: { output: "gone", is_error: true } });
}

describe("orion profile", () => {
  it("EV-28 EV-14 IN-01 speaks and reads as Orion does", () => {
    assertOrion(orion);
  });

  it.each<[string, Partial<DialectProfile>]>([
    ["blocks as Claude Code does", { interpret: claude.interpret }],
    ["encodes as Claude Code does", { encode: claude.encode }],
    ["claims to block more", { blocks: claude.blocks }],
  ])("EV-28 is told apart from a profile that %s", (_what, broken) => {
    expect(() => assertOrion({ ...orion, ...broken })).toThrow();
  });
});
