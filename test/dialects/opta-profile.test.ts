import { describe, expect, it } from "vitest";
import type { BasePayload, HookEvent } from "../../src/core/events/payload.js";
import { toCanonicalTool, toNativeTool } from "../../src/core/events/tools.js";
import type { DialectProfile } from "../../src/core/hooks/dialect.js";
import type { HookSpec } from "../../src/core/hooks/hook.js";
import claude from "../../src/sources/dialects/claude/profile.js";
import { OPTA_EVENTS } from "../../src/sources/dialects/opta/names.js";
import opta from "../../src/sources/dialects/opta/profile.js";

const HOOK: HookSpec = {
  id: "h",
  event: "PreToolUse",
  dialect: "opta",
  match: {},
  run: { type: "command", command: "true" },
  guard: false,
  strategy: "serial",
  timeoutMs: 10_000,
  mode: "enforce",
  enabled: true,
};

function event(name: string, payload: object = {}): HookEvent {
  return {
    name,
    payload: { hook_event_name: name, session_id: "s1", cwd: "/app", model: "m1", ...payload } as BasePayload,
  };
}

const BASH = { tool_name: "Bash", tool_input: { command: "ls" } };
const ended = (exitCode: number, stdout = "", stderr = "") => ({ exitCode, signal: null, stdout, stderr });

/** What Opta's documents say about exit codes, reasons and names. Throws when a profile differs. */
function expectOptaTable(profile: DialectProfile): void {
  for (const name of Object.values(OPTA_EVENTS)) {
    for (const code of [0, 1, 2, 3]) {
      const result = profile.interpret(ended(code, "text", " why \n"), event(name, BASH), HOOK);
      if (code === 0) expect(result).toMatchObject({ ok: true, output: {} });
      else if (name === "PreToolUse")
        expect(result).toMatchObject({ ok: true, output: { verdict: "deny", reason: "why" } });
      else expect(result).toMatchObject({ ok: false, failure: { cause: "exit" } });
      if (code === 0 && result.ok) expect(Object.keys(result.output)).toEqual([]);
    }
  }
  expect(profile.interpret(ended(1, "said on stdout"), event("PreToolUse", BASH), HOOK)).toMatchObject({
    output: { verdict: "deny", reason: "Hook exited with non-zero status" },
  });
  expect(profile.blocks).toEqual(["PreToolUse", "UserPromptSubmit"]);
  expect(profile.encode(event("PreToolUse", BASH), HOOK).env).toEqual({
    OPTA_EVENT: "tool.pre",
    OPTA_SESSION_ID: "s1",
    OPTA_CWD: "/app",
    OPTA_MODEL: "m1",
    OPTA_TOOL_NAME: "run_command",
    OPTA_TOOL_ARGS: '{"command":"ls"}',
  });
}

describe("opta profile", () => {
  it("OU-09 OU-10 EV-28 IN-05 follows the table", () => {
    expectOptaTable(opta);
  });

  it.each<[string, DialectProfile]>([
    ["answers read as Claude Code reads them", { ...opta, interpret: claude.interpret }],
    [
      "a payload without the model",
      { ...opta, encode: (ev, hook) => ({ ...opta.encode(ev, hook), env: { OPTA_EVENT: "tool.pre" } }) },
    ],
    ["Claude Code's tool names", { ...opta, encode: claude.encode }],
    ["one more blocking event", { ...opta, blocks: [...opta.blocks, "Stop"] }],
    [
      "a deny whenever the exit is not zero",
      { ...opta, interpret: (answer, _ev, hook) => opta.interpret(answer, event("PreToolUse", BASH), hook) },
    ],
  ])("OU-09 the table notices %s", (_what, broken) => {
    expect(() => expectOptaTable(broken)).toThrow();
  });

  it("IN-05 EV-18 EV-19 gives each event its variables and no others", () => {
    const always = ["OPTA_CWD", "OPTA_EVENT", "OPTA_MODEL", "OPTA_SESSION_ID"];
    const extra: Record<string, string[]> = {
      "tool.pre": ["OPTA_TOOL_ARGS", "OPTA_TOOL_NAME"],
      "tool.post": ["OPTA_TOOL_ARGS", "OPTA_TOOL_NAME", "OPTA_TOOL_RESULT"],
      error: ["OPTA_ERROR"],
      "turn.done": ["OPTA_TURN_INDEX"],
    };
    for (const [name, canonical] of Object.entries(OPTA_EVENTS)) {
      const payload = {
        ...(name.startsWith("tool.") ? BASH : {}),
        tool_output: "out",
        error: "boom",
        turn_index: 3,
      };
      const { env = {} } = opta.encode(event(canonical, payload), HOOK);
      expect(env["OPTA_EVENT"]).toBe(name);
      expect(Object.keys(env).sort()).toEqual([...always, ...(extra[name] ?? [])].sort());
    }
    expect(opta.encode(event("Error", { error: "boom" }), HOOK).env).toMatchObject({ OPTA_ERROR: "boom" });
    expect(opta.encode(event("TurnEnd", { turn_index: 3 }), HOOK).env).toMatchObject({
      OPTA_TURN_INDEX: "3",
    });
  });

  it("IN-05 sets the four constant variables even when the agent does not say", () => {
    const bare = { name: "SessionStart", payload: { hook_event_name: "SessionStart" } };
    expect(opta.encode(bare, HOOK).env).toEqual({
      OPTA_EVENT: "session.start",
      OPTA_SESSION_ID: "",
      OPTA_CWD: "",
      OPTA_MODEL: "",
    });
  });

  it("IN-05 puts the full context on stdin, in Opta's names", () => {
    const edit = {
      tool_name: "Edit",
      tool_input: { file_path: "a.ts", old_string: "x" },
      tool_output: "y".repeat(5000),
    };
    const context = JSON.parse(opta.encode(event("PostToolUse", edit), HOOK).stdin);
    expect(context).toMatchObject({
      event: "tool.post",
      session_id: "s1",
      tool_name: "edit_file",
      tool_args: { path: "a.ts", old_string: "x" },
    });
    expect(context.tool_output).toHaveLength(5000);
  });

  it("IN-07 cuts the result at 2048 characters and never through one", () => {
    const result = (tool_output: unknown) =>
      opta.encode(event("PostToolUse", { ...BASH, tool_output }), HOOK).env!["OPTA_TOOL_RESULT"]!;
    expect(result("a".repeat(2048))).toHaveLength(2048);
    expect(result("a".repeat(3000))).toHaveLength(2048);
    const cutBefore = result(`${"a".repeat(2047)}😀 and more`);
    expect(cutBefore).toBe("a".repeat(2047));
    expect(Buffer.from(cutBefore, "utf8").toString("utf8")).toBe(cutBefore);
    expect(result(`${"a".repeat(2046)}😀 and more`)).toBe(`${"a".repeat(2046)}😀`);
  });

  it("finds the result where agents put it", () => {
    const result = (payload: object) =>
      opta.encode(event("PostToolUse", { ...BASH, ...payload }), HOOK).env!["OPTA_TOOL_RESULT"];
    expect(result({ tool_result: { output: "nested" } })).toBe("nested");
    expect(result({ tool_response: { ok: 1 } })).toBe('{"ok":1}');
    expect(result({})).toBe("");
    expect(result({ tool_output: "zero\0byte" })).toBe("zerobyte");
  });

  it("CF-32 names tools and paths both ways", () => {
    const pairs = {
      run_command: "Bash",
      edit_file: "Edit",
      write_file: "Write",
      multi_edit: "MultiEdit",
      read_file: "Read",
    };
    for (const [native, canonical] of Object.entries(pairs)) {
      const field = native === "run_command" ? ["command", "command"] : ["path", "file_path"];
      const theirs = { name: native, input: { [field[0]!]: "x" } };
      const ours = { name: canonical, input: { [field[1]!]: "x" } };
      expect(toCanonicalTool(opta.tools!, theirs)).toEqual(ours);
      expect(toNativeTool(opta.tools!, ours)).toEqual(theirs);
    }
  });

  it("IN-05 CF-32 reads a rewrite in Opta's names back into canonical ones", () => {
    const answer = ended(
      0,
      JSON.stringify({ hookSpecificOutput: { hookEventName: "tool.pre", updatedInput: { path: "b.ts" } } }),
    );
    const result = opta.interpret(
      answer,
      event("PreToolUse", { tool_name: "Write", tool_input: { file_path: "a.ts" } }),
      HOOK,
    );
    expect(result).toMatchObject({ ok: true, output: { input: { file_path: "b.ts" } } });
  });

  it("EV-20 lets JSON block a prompt and force a stop to go on", () => {
    const block = ended(0, '{"decision":"block","reason":"not yet"}');
    expect(opta.interpret(block, event("UserPromptSubmit"), HOOK)).toMatchObject({
      output: { verdict: "deny", reason: "not yet" },
    });
    expect(opta.interpret(block, event("Stop"), HOOK)).toMatchObject({
      output: { forceContinue: { reason: "not yet" } },
    });
  });

  it("keeps a moved session.end under its own name, and it cannot force anything", () => {
    const moved = { ...HOOK, event: "Stop", extra: { event: "session.end" } };
    expect(opta.encode(event("Stop"), moved).env!["OPTA_EVENT"]).toBe("session.end");
    const result = opta.interpret(ended(0, '{"decision":"block","reason":"go on"}'), event("Stop"), moved);
    expect(result.ok && result.output.forceContinue).toBeUndefined();
  });

  it("OU-16 reports JSON that does not parse as a failure", () => {
    expect(opta.interpret(ended(0, '{"decision":'), event("PreToolUse", BASH), HOOK)).toMatchObject({
      ok: false,
      failure: { cause: "bad-json" },
    });
  });

  it("HT-10 tells a light hook who called which tool, and nothing of its contents", () => {
    const light = { ...HOOK, extra: { light: true } };
    const write = {
      tool_name: "Write",
      tool_input: { file_path: "a", content: "secret" },
      tool_output: "secret",
      is_error: true,
    };
    const body = opta.encode(event("PostToolUse", write), light).stdin;
    expect(JSON.parse(body)).toEqual({
      event: "post_tool",
      tool_name: "write_file",
      session_id: "s1",
      timestamp: expect.any(String),
      status: "error",
    });
    expect(JSON.parse(opta.encode(event("PreToolUse", BASH), light).stdin)).toMatchObject({
      event: "pre_tool",
      status: "started",
    });
    expect(body).not.toContain("secret");
    const answered = opta.interpret(ended(0, '{"decision":"block"}'), event("PreToolUse", BASH), light);
    expect(answered.ok && answered.output).toEqual({});
  });
});
