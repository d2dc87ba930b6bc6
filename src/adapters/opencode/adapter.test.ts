import { describe, expect, it } from "vitest";
import { recordedPayloads } from "../../../test/support/recorded-payloads.js";
import { degrade } from "../../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import type { Presence } from "../../core/events/payload.js";
import type { JsonObject } from "../../core/text/json.js";
import opencode from "./index.js";

const RECORDED = new Map(recordedPayloads(opencode).map((one) => [one.file.replace(/\.json$/, ""), one]));
const by = { hook: "h", source: "user", ms: 1 };
const deny = { verdict: "deny", reason: "the harbour is closed" } as const;

function decoded(file: string) {
  const { event, payload } = RECORDED.get(file)!;
  return opencode.decode(event, payload);
}

/** What our plugin is told, exactly. */
function told(file: string, decision: Partial<Decision>, presence: Presence = "headless"): string {
  const event = decoded(file);
  const can = opencode.capability(event.name, presence);
  const { stdout, exitCode } = opencode.encode(degrade({ ...NO_DECISION, ...decision }, can, opencode.title), event);
  expect(exitCode).toBe(0);
  return stdout;
}

const rewritten = (input: JsonObject) => ({ input, inputBy: [by] });

describe("what our plugin is told to do", () => {
  it.each([
    ["tool.execute.before", deny, '{"deny":"the harbour is closed"}'],
    ["tool.execute.before", { verdict: "ask", reason: "really?" }, '{"deny":"really?"}'],
    ["tool.execute.before", { verdict: "deny" }, '{"deny":"Blocked by a hook."}'],
    ["tool.execute.before", { verdict: "allow" }, "{}"],
    ["tool.execute.before", { context: "noon" }, '{"context":"noon"}'],
    ["tool.execute.before", { stop: { value: { reason: "enough" }, by } }, '{"deny":"enough"}'],
    ["chat.message", deny, '{"deny":"the harbour is closed"}'],
    ["chat.message", { context: "noon" }, '{"context":"noon"}'],
    ["chat.message.in-subagent", { ...deny, context: "noon" }, '{"context":"noon"}'],
    ["command.execute.before", deny, '{"deny":"the harbour is closed"}'],
    ["experimental.session.compacting", deny, '{"deny":"the harbour is closed"}'],
    ["tool.execute.after", { output: { value: "clean", by }, context: "noon" }, '{"context":"noon","output":"clean"}'],
    ["tool.execute.after.mcp", { output: { value: { mark: 1 }, by } }, '{"output":"{\\"mark\\":1}"}'],
    ["session.created", { context: "noon" }, '{"context":"noon"}'],
    ["session.idle", { forceContinue: { value: { reason: "look" }, by } }, '{"continue":"look"}'],
    ["session.idle.in-subagent", { forceContinue: { value: { reason: "look" }, by } }, "{}"],
    ["permission.asked", deny, '{"deny":"the harbour is closed"}'],
    ["permission.asked", { verdict: "ask", reason: "really?" }, '{"deny":"really?"}'],
    ["dispose", { ...deny, messages: [{ value: "bye", by }] }, '{"message":"bye"}'],
  ] as const)("OU-20 on %s: %j", (file, decision, answer) => {
    expect(told(file, decision as Partial<Decision>)).toBe(answer);
  });

  it("says allow to a permission only where a person is waited for", () => {
    expect(told("permission.asked", { verdict: "allow" }, "interactive")).toBe('{"allow":true}');
    expect(told("permission.asked", { verdict: "allow" }, "headless")).toBe("{}");
    expect(told("permission.asked", { verdict: "ask" }, "interactive")).toBe("{}");
  });

  it("puts a rewrite back into OpenCode's own fields", () => {
    const { tool_input: sent } = decoded("tool.execute.before.edit").payload as { tool_input?: JsonObject };
    const args = { oldString: "one", newString: "three", filePath: "/home/user/project/notes.md" };
    expect(JSON.parse(told("tool.execute.before.edit", rewritten({ ...sent, new_string: "three" })))).toEqual({ args });
    expect(told("tool.execute.before", rewritten({ command: "true" }))).toBe('{"args":{"command":"true"}}');
  });

  it("gives a patch back without the files that were read out of it", () => {
    const patchText = "*** Begin Patch\n*** Add File: a.md\n+one\n*** End Patch";
    const event = opencode.decode("tool.execute.before", {
      input: { tool: "apply_patch", sessionID: "s", callID: "c" },
      output: { args: { patchText } },
    });
    expect(event.payload).toMatchObject({
      tool_name: "Write",
      tool_input: { file_path: "a.md", file_paths: ["a.md"] },
    });
    const input = { ...(event.payload["tool_input"] as JsonObject), patchText: "other" };
    const { stdout } = opencode.encode({ ...NO_DECISION, ...rewritten(input) }, event);
    expect(stdout).toBe('{"args":{"patchText":"other"}}');
  });
});

describe("what hooks are given", () => {
  it.each([
    ["tool.execute.before", "PreToolUse", { tool_name: "Bash", native_tool_name: "bash", tool_use_id: "call_2" }],
    ["tool.execute.before.write", "PreToolUse", { tool_name: "Write" }],
    ["tool.execute.before.task", "PreToolUse", { tool_name: "Agent" }],
    ["tool.execute.before.mcp", "PreToolUse", { tool_name: "mcp__harbour__leave_mark" }],
    ["tool.execute.after.mcp", "PostToolUse", { tool_output: "the mark is there" }],
    ["chat.message", "UserPromptSubmit", { prompt: '"Fix the test"' }],
    ["command.execute.before", "UserPromptExpansion", { command_name: "review", command_args: "main" }],
    ["session.created", "SessionStart", { source: "startup" }],
    ["session.created.resumed", "SessionStart", { source: "resume" }],
    ["session.idle", "Stop", { last_assistant_message: "done", stop_hook_active: false }],
    ["dispose", "SessionEnd", { reason: "other" }],
    ["session.deleted", "SessionEnd", { reason: "deleted" }],
    ["session.error", "Error", { error: "The key is not valid" }],
    ["session.error.aborted", "Interrupt", { error: "Aborted" }],
    ["permission.asked", "PermissionRequest", { tool_name: "Bash", tool_use_id: "call_2" }],
    ["permission.replied", "PermissionResult", { tool_name: "Bash", decision: "allow" }],
    ["experimental.session.compacting", "PreCompact", {}],
    ["session.compacted", "PostCompact", {}],
    ["file.edited", "FileChanged", { file_path: "/home/user/project/notes.md", event: "change" }],
    ["todo.updated", "opencode:todo.updated", { todos: [expect.objectContaining({ content: "Write the parser" })] }],
  ])("%s is %s", (file, name, fields) => {
    const event = decoded(file);
    expect(event.name).toBe(name);
    expect(event.payload).toMatchObject({ cwd: "/home/user/project", hook_origin: "opencode", ...fields });
  });

  it("sends its own proof as it sends any call", () => {
    const { event, payload } = opencode.shellCall!("ls", "/p");
    const { name, payload: read } = opencode.decode(event, payload);
    expect(name).toBe("PreToolUse");
    expect(read).toMatchObject({ cwd: "/p", tool_name: "Bash", tool_input: { command: "ls" } });
  });

  it("sees a command that failed although OpenCode calls it done", () => {
    expect(decoded("tool.execute.after.exit3").payload).toMatchObject({ tool_output: "hi\n", is_error: true });
    expect(decoded("tool.execute.after").payload).not.toHaveProperty("is_error");
  });

  it("files a subagent's doings under the session that started it", () => {
    const { session_id: main } = decoded("session.created").payload;
    const files = ["tool.execute.before.in-subagent", "chat.message.in-subagent", "session.idle.in-subagent"];
    const events = files.map(decoded);
    expect(events.map(({ name }) => name)).toEqual(["PreToolUse", "SubagentStart", "SubagentStop"]);
    for (const { payload } of events)
      expect(payload).toMatchObject({
        session_id: main,
        agent_type: "general",
        agent_id: expect.not.stringMatching(main!),
      });
  });

  it("takes a tool for one of an MCP server only when the config names that server", () => {
    const call = (tool: string, mcp: unknown) =>
      opencode.decode("tool.execute.before", { input: { tool, sessionID: "s" }, output: { args: {} }, mcp }).payload;
    expect(call("my_tool", undefined)["tool_name"]).toBe("my_tool");
    expect(call("my_web_get", ["my", "my web"])["tool_name"]).toBe("mcp__my_web__get");
    expect(call("bash", ["bash"])["tool_name"]).toBe("Bash");
  });

  it("leaves out what OpenCode put into a prompt beside the person's words", () => {
    const parts = [
      { type: "text", text: "Read @a" },
      { type: "text", synthetic: true, text: "Called the Read tool" },
      7,
    ];
    const { payload } = opencode.decode("chat.message", { input: { sessionID: "s" }, output: { parts } });
    expect(payload["prompt"]).toBe("Read @a");
  });

  it("reads who is there from the way OpenCode was started", () => {
    const presence = (mode?: string) => opencode.presence({ mode }, {}).presence;
    expect([presence("run"), presence("tui"), presence("serve"), presence()]).toEqual([
      "headless",
      "interactive",
      "unknown",
      "unknown",
    ]);
  });
});

describe("where the plugin goes", () => {
  const files = (scope: "user" | "project", environment = {}) =>
    opencode.wiring!.files(scope, { home: "/h", project: "/p", environment }).map(({ path }) => path);

  it("is the folder that OpenCode loads by itself", () => {
    expect(files("user")).toEqual(["/h/.config/opencode/plugins/snaphook.js"]);
    expect(files("user", { XDG_CONFIG_HOME: "/x" })).toEqual(["/x/opencode/plugins/snaphook.js"]);
    expect(files("project")).toEqual(["/p/.opencode/plugins/snaphook.js"]);
  });
});
