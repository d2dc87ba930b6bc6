import { describe, expect, it } from "vitest";
import { ProgramPlace } from "../../../test/support/program.js";
import { recordedPayloads } from "../../../test/support/recorded-payloads.js";
import { degrade } from "../../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import { toNativeTool } from "../../core/events/tools.js";
import vscode from "./index.js";
import isVsCode from "./recognise.js";

const WRITTEN = recordedPayloads(vscode);
const by = { hook: "h", source: "user", ms: 1 };
const payloadOf = (fixture: string) => WRITTEN.find(({ file }) => file === `${fixture}.json`)!.payload;

function decoded(fixture: string) {
  const { event, payload } = WRITTEN.find(({ file }) => file === `${fixture}.json`)!;
  return vscode.decode(event, structuredClone(payload));
}

function say(fixture: string, decision: Partial<Decision>): unknown {
  const event = decoded(fixture);
  const capability = vscode.capability(event.name, "unknown");
  const answer = vscode.encode(degrade({ ...NO_DECISION, ...decision }, capability, vscode.title), event);
  expect({ stderr: answer.stderr, exitCode: answer.exitCode }).toEqual({ stderr: undefined, exitCode: 0 });
  return JSON.parse(answer.stdout);
}

const specific = (hookEventName: string, fields: object) => ({ hookSpecificOutput: { hookEventName, ...fields } });
const EMPTY = { hookSpecificOutput: {} };
const deny = { verdict: "deny", reason: "no" } as const;
const context = { context: "c", contextBy: [by] };
const goOn = { forceContinue: { value: { reason: "tests" }, by } };
const stop = { stop: { value: { reason: "enough" }, by } };
const BLOCK = { decision: "block", reason: "tests" };

describe("VS Code Copilot: what it is told", () => {
  it.each<[string, string, Partial<Decision>, object]>([
    [
      "PreToolUse",
      "a deny",
      deny,
      specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "no" }),
    ],
    ["PreToolUse", "an allow", { verdict: "allow" }, specific("PreToolUse", { permissionDecision: "allow" })],
    [
      "PreToolUse",
      "an ask",
      { verdict: "ask", reason: "sure?" },
      specific("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "sure?" }),
    ],
    [
      "PreToolUse",
      "a rewrite with context",
      { input: { command: "true" }, inputBy: [by], ...context },
      specific("PreToolUse", { updatedInput: { command: "true" }, additionalContext: "c" }),
    ],
    [
      "PreToolUse",
      "a stop",
      stop,
      {
        continue: false,
        stopReason: "enough",
        ...specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "enough" }),
      },
    ],
    ["PostToolUse", "context", context, specific("PostToolUse", { additionalContext: "c" })],
    ["PostToolUse", "another output, which it cannot take", { output: { value: "new", by } }, EMPTY],
    ["SessionStart", "context", context, specific("SessionStart", { additionalContext: "c" })],
    ["SubagentStart", "context", context, specific("SubagentStart", { additionalContext: "c" })],
    ["UserPromptSubmit", "a deny", deny, { continue: false, stopReason: "no", ...EMPTY }],
    ["UserPromptSubmit", "context, which it does not take", context, EMPTY],
    ["Stop", "to go on", goOn, { ...BLOCK, ...specific("Stop", BLOCK) }],
    ["SubagentStop", "to go on", goOn, { ...BLOCK, ...specific("SubagentStop", BLOCK) }],
    ["PreCompact", "a deny, which it cannot take", deny, EMPTY],
    ["Stop", "a message", { messages: [{ value: "m", by }] }, { systemMessage: "m", ...EMPTY }],
  ])("OU-19 OU-20 %s: %s", (fixture, _what, decision, told) => {
    expect(say(fixture, decision)).toEqual(told);
  });

  it.each(WRITTEN)("OU-19 $file: hookSpecificOutput is in every answer", ({ file }) => {
    const fixture = file.replace(/\.json$/, "");
    const everything = { ...deny, ...context, ...goOn, ...stop, messages: [{ value: "m", by }] };
    for (const decision of [{}, deny, context, goOn, stop, everything])
      expect(say(fixture, decision)).toHaveProperty("hookSpecificOutput");
    expect(say(fixture, {})).toEqual(EMPTY);
  });
});

describe("VS Code Copilot: what hooks are given", () => {
  it("ids are read in camelCase and as Claude Code writes them", () => {
    for (const fixture of ["PreToolUse", "PreToolUse.snake"])
      expect(decoded(fixture).payload).toMatchObject({
        hook_event_name: "PreToolUse",
        session_id: "3f0c2a8e-5b1d-4a77-9c0e-2d1f6b7a9e10",
        tool_use_id: "tool-123",
        tool_name: "Bash",
        tool_input: { command: "echo hello" },
      });
    expect(decoded("PostToolUse").payload).toMatchObject({ tool_output: "hello", tool_response: "hello" });
    expect(decoded("SubagentStart").payload).toMatchObject({ agent_id: "subagent-456", agent_type: "Plan" });
  });

  it.each([
    ["PreToolUse.create_file", "Write", { file_path: "/home/user/project/n.txt", content: "hi" }],
    [
      "PreToolUse.replace_string_in_file",
      "Edit",
      { file_path: "/home/user/project/a.txt", old_string: "one", new_string: "1" },
    ],
    [
      "PreToolUse.multi_replace",
      "Edit",
      { file_path: "/home/user/project/a.txt", file_paths: ["/home/user/project/a.txt", "/home/user/project/.env"] },
    ],
    ["PreToolUse.editFiles", "Edit", { file_paths: ["src/main.ts"] }],
    ["PreToolUse.apply_patch", "Edit", { file_paths: ["/home/user/project/a.txt"] }],
    ["PreToolUse.mcp", "mcp__harbour__leave_mark", {}],
  ])("%s is a %s call", (fixture, tool_name, tool_input) => {
    expect(decoded(fixture).payload).toMatchObject({ tool_name, tool_input });
  });

  it("a rewrite goes back in VS Code's own fields and in no others", () => {
    const rewritten = (fixture: string, over: object) => {
      const input = { ...(decoded(fixture).payload["tool_input"] as object), ...over };
      return (say(fixture, { input, inputBy: [by] }) as { hookSpecificOutput: { updatedInput: object } })
        .hookSpecificOutput.updatedInput;
    };
    expect(rewritten("PreToolUse.create_file", { file_path: "/b" })).toEqual({ filePath: "/b", content: "hi" });
    expect(rewritten("PreToolUse.editFiles", { files: ["src/safe.ts"] })).toEqual({ files: ["src/safe.ts"] });
    expect(toNativeTool(vscode.tools, { name: "Read", input: { file_path: "a" } })).toEqual({
      name: "read_file",
      input: { filePath: "a" },
    });
  });

  it("odd inputs are read without harm", () => {
    for (const tool_input of [null, "x", { files: [7] }, { replacements: [null, { filePath: 3 }] }, { input: 5 }])
      expect(vscode.decode("PreToolUse", { tool_name: "editFiles", tool_input }).payload["tool_name"]).toBe("Edit");
  });
});

describe("VS Code Copilot: files it shares with others", () => {
  it("ours stands beside the one for Copilot CLI, and both can read it", () => {
    const places = { home: "/h", project: "/p", environment: {} };
    const [file] = vscode.wiring!.files("project", places);
    expect(file!.path).toBe("/p/.github/hooks/snaphook-vscode.json");
    expect(vscode.wiring!.files("user", places)[0]!.path).toBe("/h/.copilot/hooks/snaphook-vscode.json");
    expect(file!.format).toMatchObject({ kind: "list", version: 1 });
  });

  it("a call through the files of Claude Code or Copilot is known by its payload", () => {
    const payload = payloadOf("PreToolUse");
    expect(isVsCode(payload, {}, "claude-code")).toBe(true);
    expect(isVsCode(payloadOf("PreToolUse.snake"), {}, "copilot")).toBe(true);
    expect(isVsCode(payload, {}, "gemini")).toBe(false);
    expect(isVsCode(payload, { COPILOT_PROJECT_DIR: "/p" }, "claude-code")).toBe(false);
    expect(isVsCode({ ...payload, timestamp: 1 }, {}, "copilot")).toBe(false);
    const ofClaude = { session_id: "s", hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {} };
    expect(isVsCode(ofClaude, { VSCODE_PID: "1" }, "claude-code")).toBe(false);
  });

  it("AD-12 a subagent, which has a session id of its own, is linked to the session that started it", async () => {
    const place = new ProgramPlace();
    const keep = (event: string) => ({ [event]: [{ id: event, command: `cat > ${event}.json` }] });
    place.writeUser("hooks.json", { version: 1, hooks: { ...keep("SubagentStart"), ...keep("PreToolUse") } });
    const parent = payloadOf("Stop")["sessionId"];
    const own = payloadOf("SubagentStart")["sessionId"];
    const call = (event: string, payload: object) =>
      place.run(["hook", "vscode-copilot", event], { input: { ...payload, cwd: place.project } });
    await call("SubagentStart", payloadOf("SubagentStart"));
    expect(JSON.parse(place.read("SubagentStart.json"))["parent_session_id"]).toBeUndefined();
    await call("UserPromptSubmit", payloadOf("UserPromptSubmit"));
    await call("SubagentStart", payloadOf("SubagentStart"));
    expect(JSON.parse(place.read("SubagentStart.json"))).toMatchObject({ session_id: own, parent_session_id: parent });
    await call("PreToolUse", { ...payloadOf("PreToolUse"), sessionId: own });
    expect(JSON.parse(place.read("PreToolUse.json"))).toMatchObject({ session_id: own, parent_session_id: parent });
    await call("SubagentStart", { ...payloadOf("SubagentStart"), sessionId: "another", agent_id: "subagent-457" });
    expect(JSON.parse(place.read("SubagentStart.json"))).toMatchObject({ parent_session_id: parent });
    await call("PreToolUse", payloadOf("PreToolUse"));
    expect(JSON.parse(place.read("PreToolUse.json"))["parent_session_id"]).toBeUndefined();
  });

  it("AD-12 SE-15 through Claude Code's settings VS Code gets an empty hookSpecificOutput, and a guard still holds", async () => {
    const place = new ProgramPlace();
    const env = { VSCODE_PID: "1" };
    const call = async (payload: object) => {
      const ran = await place.run(["hook", "claude-code", "PreToolUse"], {
        env,
        input: { ...payload, cwd: place.project },
      });
      return { code: ran.code, told: JSON.parse(ran.stdout) };
    };
    expect(await call(payloadOf("PreToolUse"))).toEqual({ code: 0, told: EMPTY });
    const ofClaude = { session_id: "s", permission_mode: "default", tool_name: "Bash", tool_input: { command: "ls" } };
    expect(await call(ofClaude)).toEqual({ code: 0, told: {} });
    const guard = { command: `echo '{"decision":"deny","reason":"closed"}'`, guard: true };
    place.writeUser("hooks.json", { version: 1, hooks: { PreToolUse: [{ id: "g", matcher: "Bash", ...guard }] } });
    const denied = specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "closed" });
    expect(await call(payloadOf("PreToolUse"))).toEqual({ code: 0, told: denied });
    expect(await call(ofClaude)).toEqual({ code: 0, told: denied });
  });
});
