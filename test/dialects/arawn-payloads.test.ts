import { describe, expect, it } from "vitest";
import { normalizePayload } from "../../src/core/events/normalize.js";
import type { DialectProfile } from "../../src/core/hooks/dialect.js";
import type { HookSpec } from "../../src/core/hooks/hook.js";
import { MATCH_ALL } from "../../src/core/match/spec.js";
import type { JsonObject } from "../../src/core/text/json.js";
import arawn from "../../src/sources/dialects/arawn/profile.js";
import arawn2 from "../../src/sources/dialects/arawn2/profile.js";

const hook = (event: string, extra: JsonObject = {}): HookSpec => ({
  id: "h",
  event,
  dialect: "arawn",
  match: MATCH_ALL,
  run: { type: "command", command: "true" },
  guard: false,
  strategy: "serial",
  timeoutMs: 1000,
  mode: "enforce",
  enabled: true,
  extra,
});

const seen = (profile: DialectProfile, event: string, payload: object, extra?: JsonObject): unknown =>
  JSON.parse(
    profile.encode({ name: event, payload: normalizePayload(event, payload as JsonObject) }, hook(event, extra)).stdin,
  );

const SESSION = { session_id: "s1", cwd: "/p", transcript_path: "/t.jsonl", permission_mode: "default" };
const TOOL = { ...SESSION, tool_name: "Bash", tool_input: { command: "ls" }, tool_use_id: "t1" };
const EDIT = { ...SESSION, tool_name: "Edit", tool_input: { file_path: "/a" } };

describe("what arawn's hooks read", () => {
  it.each([
    ["PreToolUse", TOOL, { tool: "shell", params: { command: "ls" } }],
    ["PreToolUse", EDIT, { tool: "Edit", params: { file_path: "/a" } }],
    [
      "PostToolUse",
      { ...TOOL, tool_result: { output: "a", is_error: false } },
      { tool: "shell", params: { command: "ls" }, result: { output: "a", is_error: false } },
    ],
    [
      "PostToolUse",
      { ...TOOL, tool_output: "a" },
      { tool: "shell", params: { command: "ls" }, result: { output: "a" } },
    ],
    [
      "PostToolUse",
      { ...TOOL, tool_response: { stdout: "a", stderr: "" } },
      { tool: "shell", params: { command: "ls" }, result: { output: "a", stdout: "a", stderr: "" } },
    ],
    [
      "PostToolUse",
      { ...EDIT, tool_response: { filePath: "/a" } },
      { tool: "Edit", params: { file_path: "/a" }, result: { filePath: "/a" } },
    ],
    ["PostToolUse", TOOL, { tool: "shell", params: { command: "ls" }, result: { output: "" } }],
    ["PostToolUseFailure", { ...TOOL, error: "no" }, { tool: "shell", params: { command: "ls" }, error: "no" }],
    ["SessionStart", { ...SESSION, source: "startup" }, { session_id: "s1" }],
    ["SessionEnd", { ...SESSION, turn_count: 5 }, { session_id: "s1", turn_count: 5 }],
    ["SessionEnd", {}, { session_id: "" }],
    ["Stop", { ...SESSION, last_assistant_message: "done" }, { response: "done" }],
    ["Stop", { ...SESSION, response: "told", last_assistant_message: "done" }, { response: "told" }],
    [
      "SubagentCompleted",
      { ...SESSION, agent_type: "r", result_preview: "5", duration_ms: 9, success: true },
      { parent_session_id: "s1", subagent_name: "r", result_preview: "5", duration_ms: 9, success: true },
    ],
    [
      "SubagentCompleted",
      { parent_session_id: "p", subagent_name: "n", error: "no" },
      { parent_session_id: "p", subagent_name: "n", result_preview: "", success: false },
    ],
    ["Notification", { ...SESSION, message: "hi" }, { ...SESSION, message: "hi", hook_event_name: "Notification" }],
  ])("IN-03 %s %j", (event, payload, expected) => {
    expect(seen(arawn, event, payload)).toEqual(expected);
  });

  it("IN-03 EV-12 SubagentStarted is a shape of its own, with a preview of the task", () => {
    const payload = { ...SESSION, agent_id: "a1", prompt: "x".repeat(500) };
    expect(seen(arawn, "SubagentStart", payload, { event: "SubagentStarted" })).toEqual({
      parent_session_id: "s1",
      subagent_name: "a1",
      task_preview: "x".repeat(200),
    });
    expect(seen(arawn, "SubagentStart", payload)).toMatchObject(payload);
  });

  it("EV-26 a hook on an agent's native event reads what the agent sent", () => {
    const event = {
      name: "PreToolUse",
      payload: normalizePayload("PreToolUse", TOOL),
      native: { agent: "pi", event: "tool_call", payload: { toolName: "bash" } },
    };
    const native = { ...hook("pi:tool_call"), nativeTo: "pi" };
    for (const profile of [arawn, arawn2])
      expect(JSON.parse(profile.encode(event, native).stdin)).toEqual({ toolName: "bash" });
  });
});

describe("what arawn2's hooks read", () => {
  const CALL = { tool_name: "Bash", tool_input: { command: "ls" } };
  it.each([
    ["PreToolUse", TOOL, CALL],
    ["PostToolUse", { ...TOOL, tool_output: "a" }, { ...CALL, tool_output: "a" }],
    ["PostToolUse", { ...TOOL, tool_result: { output: "b" } }, { ...CALL, tool_output: "b" }],
    ["PostToolUse", { ...TOOL, tool_response: { stdout: "c" } }, { ...CALL, tool_output: '{"stdout":"c"}' }],
    ["PostToolUseFailure", { ...TOOL, error: "no" }, { ...CALL, error: "no" }],
    ["PermissionRequest", { ...TOOL, rule: "Bash(*)" }, { ...CALL, rule: "Bash(*)" }],
    ["PermissionDenied", { ...TOOL, reason: "user" }, { ...CALL, reason: "user" }],
    ["SessionStart", { ...SESSION, source: "resume" }, { session_id: "s1", cwd: "/p", source: "resume" }],
    ["SessionEnd", { ...SESSION, reason: "exit" }, { session_id: "s1", reason: "exit" }],
    ["Setup", SESSION, {}],
    ["Stop", { ...SESSION, stop_reason: "max_turns" }, { stop_reason: "max_turns" }],
    ["Stop", SESSION, { stop_reason: "end_turn" }],
    ["StopFailure", { error: "no" }, { error: "no" }],
    ["UserPromptSubmit", { ...SESSION, prompt: "hi" }, { message: "hi" }],
    [
      "SubagentStart",
      { agent_id: "a1", agent_type: "t", prompt: "go" },
      { agent_name: "a1", agent_type: "t", prompt: "go" },
    ],
    ["SubagentStop", { agent_id: "a1", last_assistant_message: "ok" }, { agent_name: "a1", result_summary: "ok" }],
    ["PreCompact", { trigger: "auto", message_count: 7 }, { reason: "auto", message_count: 7 }],
    ["PostCompact", { tokens_before: 9 }, { messages_before: 0, messages_after: 0, tokens_before: 9, tokens_after: 0 }],
    ["Notification", { notification_type: "idle", message: "m" }, { notification_type: "idle", message: "m" }],
    ["FileChanged", { file_path: "/a", event: "modify" }, { file_path: "/a", change_type: "modify" }],
    [
      "PromptInjectionVerdict",
      { context: "web", verdict: "block", reasons: ["r"] },
      { context: "web", verdict: "block", reasons: ["r"] },
    ],
  ])("IN-04 %s %j", (event, payload, expected) => {
    expect(seen(arawn2, event, payload)).toEqual({ hook_event: event, ...expected });
  });

  it("IN-04 an event Arawn does not have keeps its own fields beside the tag", () => {
    expect(seen(arawn2, "TurnEnd", { ...SESSION, turn_index: 3 })).toMatchObject({
      hook_event: "TurnEnd",
      turn_index: 3,
    });
  });
});
