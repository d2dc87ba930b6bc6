import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { degrade } from "../../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import type { Presence } from "../../core/events/payload.js";
import type { JsonObject } from "../../core/text/json.js";
import pi from "./index.js";

const FOLDER = join(import.meta.dirname, "fixtures");
const recorded = (name: string) => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8")) as JsonObject;
const decoded = (name: string, more: JsonObject = {}) => pi.decode(name.split(".")[0]!, { ...recorded(name), ...more });

const by = { hook: "h", source: "user", ms: 1 };
function say(fixture: string, decision: Partial<Decision>, presence: Presence = "headless") {
  const event = decoded(fixture);
  const told = degrade({ ...NO_DECISION, ...decision }, pi.capability(event.name, presence), pi.title);
  const { stdout, exitCode } = pi.encode(told, event);
  expect(exitCode).toBe(0);
  return JSON.parse(stdout) as unknown;
}
const rewritten = (fixture: string, input: JsonObject) => say(fixture, { input, inputBy: [by] });
const seenInput = (fixture: string) => decoded(fixture).payload["tool_input"] as JsonObject;

describe("Pi: what it is told", () => {
  it("OU-23 a deny is a block with its reason, and a wish to stop also ends the run", () => {
    expect(say("tool_call", { verdict: "deny", reason: "no" })).toEqual({ block: true, reason: "no" });
    expect(say("tool_call", { verdict: "deny" })).toEqual({ block: true, reason: "Blocked by a hook." });
    expect(say("tool_call", { stop: { value: { reason: "enough" }, by } })).toEqual({
      block: true,
      reason: "enough",
      terminate: true,
    });
  });

  it("a blocked call has no result, so its context goes with the reason", () => {
    expect(say("tool_call", { verdict: "deny", reason: "no", context: "c", contextBy: [by] })).toEqual({
      block: true,
      reason: "no\n\nc",
    });
  });

  it("allow and no opinion say nothing: Pi asks for no permissions", () => {
    expect(say("tool_call", {})).toEqual({});
    expect(say("tool_call", { verdict: "allow", verdictBy: by })).toEqual({});
  });

  it("a question is asked where Pi can ask, and is a block where it cannot", () => {
    const ask = { verdict: "ask", reason: "sure?", verdictBy: by } as const;
    expect(say("tool_call.rpc", ask, "interactive")).toEqual({ ask: "sure?" });
    expect(say("tool_call", ask, "headless")).toEqual({ block: true, reason: "sure?" });
    expect(say("tool_call", ask, "unknown")).toEqual({ block: true, reason: "sure?" });
  });

  it("OU-23 a replaced result is content, text after it is added by the extension", () => {
    expect(say("tool_result", { output: { value: "new", by } })).toEqual({ content: [{ type: "text", text: "new" }] });
    expect(say("tool_result", { output: { value: { content: [{ type: "text", text: "own" }] }, by } })).toEqual({
      content: [{ type: "text", text: "own" }],
    });
    expect(say("tool_result", { output: { value: { stdout: "new" }, by } })).toEqual({
      content: [{ type: "text", text: '{"stdout":"new"}' }],
    });
    expect(say("tool_result", { context: "c", contextBy: [by] })).toEqual({ context: "c" });
    expect(say("tool_result.exit3", { context: "c", contextBy: [by], output: { value: "new", by } })).toEqual({
      context: "c",
    });
  });

  it("a denied prompt is handled, a denied compaction cancelled, and the person is told why", () => {
    expect(say("input", { verdict: "deny", reason: "no" })).toEqual({ action: "handled", message: "no" });
    expect(say("session_before_compact", { verdict: "deny", reason: "no" })).toEqual({ cancel: true, message: "no" });
  });

  it("going on is one more message to the model", () => {
    expect(say("agent_before_settle", { forceContinue: { value: { reason: "tests" }, by } })).toEqual({
      entries: [{ type: "custom_message", customType: "snaphook", content: "tests", display: true }],
      continue: true,
    });
  });

  it("messages for the person go with every answer", () => {
    const messages = [{ value: "m", by }];
    expect(say("session_start", { messages, context: "c", contextBy: [by] })).toEqual({ context: "c", message: "m" });
    expect(say("input", { messages, verdict: "deny", reason: "no" })).toEqual({ action: "handled", message: "no\nm" });
  });

  it("OU-24 on an event of Pi's own a hook's words are handed over as they are", () => {
    expect(say("before_provider_headers", { output: { value: { headers: { a: "b" } }, by } })).toEqual({
      headers: { a: "b" },
    });
    expect(say("before_provider_headers", { verdict: "deny", reason: "no" })).toEqual({});
  });
});

describe("Pi: rewritten input", () => {
  it("AD-05 a file_path that a hook changed becomes Pi's path", () => {
    const sent = seenInput("tool_call.read");
    expect(sent).toEqual({ path: "notes/a.txt", file_path: "notes/a.txt" });
    expect(rewritten("tool_call.read", { ...sent, file_path: "b.txt" })).toEqual({ input: { path: "b.txt" } });
    expect(rewritten("tool_call.write", { file_path: "b.txt", content: "c" })).toEqual({
      input: { path: "b.txt", content: "c" },
    });
    expect(rewritten("tool_call.write", { path: "b.txt", content: "c" })).toEqual({
      input: { path: "b.txt", content: "c" },
    });
  });

  it("AD-05 a search keeps its path as it is", () => {
    const search = { toolName: "grep", input: { pattern: "x", path: "src" } };
    expect(decoded("tool_call", search).payload).toMatchObject({ tool_name: "Grep", tool_input: search.input });
    expect(decoded("tool_call", search).payload["tool_input"]).not.toHaveProperty("file_path");
  });

  it("an edit can be read and changed by Claude Code's names, one or many", () => {
    const sent = seenInput("tool_call.edit");
    expect(sent).toMatchObject({ file_path: "notes/a.txt", old_string: "alpha", new_string: "beta" });
    const asked = { path: "notes/a.txt", edits: [{ oldText: "alpha", newText: "gamma" }] };
    expect(rewritten("tool_call.edit", { ...sent, new_string: "gamma" })).toEqual({ input: asked });
    expect(rewritten("tool_call.edit", { file_path: "notes/a.txt", old_string: "alpha", new_string: "gamma" })).toEqual(
      { input: asked },
    );
    expect(rewritten("tool_call.edit", asked)).toEqual({ input: asked });
    const two = [
      { oldText: "a", newText: "b" },
      { oldText: "c", newText: "d" },
    ];
    const event = decoded("tool_call.edit", { input: { path: "x", edits: two } });
    const seen = event.payload["tool_input"] as { edits: JsonObject[] };
    expect(seen.edits[1]).toEqual({ oldText: "c", newText: "d", old_string: "c", new_string: "d" });
    const changed = { ...seen, edits: [seen.edits[0], { ...seen.edits[1], new_string: "e" }] };
    expect(JSON.parse(pi.encode({ ...NO_DECISION, input: changed, inputBy: [by] }, event).stdout)).toEqual({
      input: { path: "x", edits: [two[0], { oldText: "c", newText: "e" }] },
    });
  });
});

describe("Pi: what it says", () => {
  it.each([
    ["read", "Read"],
    ["write", "Write"],
    ["edit", "Edit"],
    ["grep", "Grep"],
    ["skill", "Skill"],
    ["bash", "Bash"],
    ["glob", "Glob"],
    ["find", "Glob"],
    ["ls", "LS"],
    ["web_fetch", "WebFetch"],
    ["web_search", "WebSearch"],
    ["ask_user_question", "AskUserQuestion"],
    ["enter_plan_mode", "EnterPlanMode"],
    ["exit_plan_mode", "ExitPlanMode"],
    ["todo_write", "TodoWrite"],
    ["agent", "Agent"],
    ["deploy", "Deploy"],
    ["mcp__harbour__leave_mark", "mcp__harbour__leave_mark"],
  ])("AD-04 tool %s is %s", (native, canonical) => {
    expect(decoded("tool_call", { toolName: native }).payload["tool_name"]).toBe(canonical);
  });

  it.each([
    [{ sessionFile: "/s/abc.jsonl" }, "abc"],
    [{ sessionId: "of-the-environment" }, "of-the-environment"],
    [{}, "unknown"],
  ])("AD-06 a session known by %o is %s", (ctx, id) => {
    expect(decoded("tool_call", { ctx }).payload.session_id).toBe(id);
  });

  it("a call is the canonical one, with what Pi tells beside it", () => {
    expect(decoded("tool_call").payload).toEqual({
      hook_origin: "pi",
      hook_event_name: "PreToolUse",
      session_id: "01a1df0f-36f1-7522-93cb-295d3be3269f",
      transcript_path: expect.stringMatching(/^\/home\/user\/\.pi\/agent\/sessions\/.*\.jsonl$/),
      cwd: "/home/user/project",
      model: "fake-model",
      tool_name: "Bash",
      native_tool_name: "bash",
      tool_input: { command: "echo hello" },
      tool_use_id: "call_1",
    });
  });

  it("IN-08 the text blocks of a result are its output, the rest is kept as it came", () => {
    expect(decoded("tool_result").payload).toMatchObject({
      tool_output: "hello\n",
      is_error: false,
      tool_response: { content: [{ type: "text", text: "hello\n" }], structuredContent: { exit_code: 0 } },
    });
    const content = [
      { type: "text", text: "one " },
      { type: "image", data: "", mimeType: "image/png" },
      { type: "text", text: "two" },
    ];
    expect(decoded("tool_result", { content }).payload["tool_output"]).toBe("one two");
  });

  it("a command that ended with 3 is a failure, and its text says why", () => {
    expect(decoded("tool_result.exit3")).toMatchObject({
      name: "PostToolUseFailure",
      payload: { is_error: true, error: "oops\n\n\nCommand exited with code 3" },
    });
  });

  it("a session starts and ends in Claude Code's words", () => {
    expect(decoded("session_start").payload["source"]).toBe("startup");
    expect(decoded("session_start.new").payload["source"]).toBe("clear");
    expect(decoded("session_shutdown").payload["reason"]).toBe("other");
    expect(decoded("session_shutdown.new").payload["reason"]).toBe("clear");
  });

  it("an end tells what the model said, and whether it was made to go on; an error is another event", () => {
    expect(decoded("agent_before_settle")).toMatchObject({
      name: "Stop",
      payload: { last_assistant_message: "all done", stop_hook_active: false },
    });
    expect(decoded("agent_before_settle.again").payload["stop_hook_active"]).toBe(true);
    expect(decoded("agent_before_settle.error")).toMatchObject({
      name: "StopFailure",
      payload: { error: expect.stringMatching(/no such thing/) },
    });
  });

  it("prompts, compactions and models have their fields", () => {
    expect(decoded("input").payload["prompt"]).toBe("run it");
    expect(decoded("session_before_compact").payload["trigger"]).toBe("manual");
    expect(decoded("session_before_compact", { reason: "threshold" }).payload["trigger"]).toBe("auto");
    expect(decoded("session_compact").payload["compact_summary"]).toMatch(/^summary of it/);
    expect(decoded("model_select").payload).toMatchObject({ from_model: "fake-model", to_model: "other-model" });
  });

  it("knows from Pi itself whether anyone can be asked", () => {
    expect(pi.presence(recorded("tool_call"), {}).presence).toBe("headless");
    expect(pi.presence(recorded("tool_call.rpc"), {}).presence).toBe("interactive");
    expect(pi.presence({}, {}).presence).toBe("unknown");
    const strange = { toString: 1, valueOf: null };
    expect(pi.presence({ ctx: { hasUI: true, mode: strange } }, {}).presence).toBe("interactive");
  });

  it("a payload in our own words, of a person who tries a hook, is taken as it is", () => {
    const payload = { tool_name: "Bash", tool_input: { command: "ls" } };
    expect(pi.decode("PreToolUse", payload)).toMatchObject({ name: "PreToolUse", payload });
  });

  it("its session file tells the last answer and the model", () => {
    const text = readFileSync(join(FOLDER, "_transcript.jsonl"), "utf8");
    expect(pi.transcript!(text)).toEqual({ lastAnswer: "all done", model: "fake-model" });
    expect(pi.transcript!("half a li")).toEqual({});
  });

  it("its extension is where PI_CODING_AGENT_DIR says", () => {
    const places = { home: "/h", project: "/p", environment: {} };
    const path = (scope: "user" | "project", environment = {}) =>
      pi.wiring!.files(scope, { ...places, environment }).map((file) => file.path);
    expect(path("user")).toEqual(["/h/.pi/agent/extensions/snaphook.js"]);
    expect(path("user", { PI_CODING_AGENT_DIR: "~/moved" })).toEqual(["/h/moved/extensions/snaphook.js"]);
    expect(path("project")).toEqual(["/p/.pi/extensions/snaphook.js"]);
  });
});
