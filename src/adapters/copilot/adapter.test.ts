import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ProgramPlace } from "../../../test/support/program.js";
import { recordedEnvironment, recordedPayloads } from "../../../test/support/recorded-payloads.js";
import { degrade } from "../../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import { toNativeTool } from "../../core/events/tools.js";
import { wiredEvents } from "../_shared/wired-calls.js";
import copilot from "./index.js";
import isCopilot from "./recognise.js";
import { mcpTool } from "./tools.js";

const RECORDED = recordedPayloads(copilot);
const by = { hook: "h", source: "user", ms: 1 };

function decoded(fixture: string) {
  const { event, payload } = RECORDED.find(({ file }) => file === `${fixture}.json`)!;
  return copilot.decode(event, structuredClone(payload));
}

function say(fixture: string, decision: Partial<Decision>): string {
  const event = decoded(fixture);
  const capability = copilot.capability(event.name, "headless");
  const answer = copilot.encode(degrade({ ...NO_DECISION, ...decision }, capability, copilot.title), event);
  expect({ stderr: answer.stderr, exitCode: answer.exitCode }).toEqual({ stderr: undefined, exitCode: 0 });
  return answer.stdout;
}

const rewrite = (input: Record<string, unknown>) => ({ input, inputBy: [by] });

describe("GitHub Copilot CLI: what hooks are given", () => {
  it("both dialects become the same call", () => {
    const fields = ["hook_event_name", "tool_name", "tool_input", "cwd"];
    const pick = (fixture: string) => fields.map((field) => decoded(fixture).payload[field]);
    expect(pick("PreToolUse.claude")).toEqual(pick("preToolUse"));
    expect(decoded("postToolUse").payload).toMatchObject({
      tool_name: "Bash",
      tool_output: "hello-from-tool\n<shellId: 0 completed with exit code 0>",
      tool_response: { resultType: "success" },
    });
    expect(decoded("PostToolUse.claude").payload).toMatchObject({
      tool_output: decoded("postToolUse").payload["tool_output"],
      tool_response: decoded("postToolUse").payload["tool_response"],
    });
  });

  it("the time of an event is written alike in both dialects", () => {
    expect(decoded("preToolUse").payload["timestamp"]).toBe("2026-11-15T07:01:46.896Z");
    expect(decoded("PreToolUse.claude").payload["timestamp"]).toBe("2026-11-15T07:04:08.089Z");
    for (const timestamp of [Number.NaN, 1e300, "soon", null])
      expect(copilot.decode("preToolUse", { timestamp }).payload["timestamp"]).toBe(timestamp);
  });

  it("what came through Claude Code's settings says so", () => {
    expect(decoded("PreToolUse.claude").payload.hook_origin).toBe("claude_config");
    expect(decoded("PermissionRequest.claude").payload.hook_origin).toBe("claude_config");
    expect(decoded("preToolUse").payload.hook_origin).toBe("copilot");
  });

  it.each([
    ["preToolUse.create", "Write", { file_path: "/home/user/project/n.txt", content: "hi" }],
    [
      "preToolUse.edit",
      "Edit",
      { file_path: "/home/user/project/a.txt", old_string: "one", new_string: "1", old_str: "one" },
    ],
    ["PreToolUse.Write.claude", "Write", { file_path: "/home/user/project/a.txt", content: "one\ntwo\n" }],
    ["PreToolUse.Edit.claude", "Edit", { file_path: "/home/user/project/a.txt", old_string: "one" }],
    ["preToolUse.view", "Read", { file_path: "/home/user/project/a.txt" }],
    ["preToolUse.grep", "Grep", { pattern: "two", path: "/home/user/project" }],
    ["preToolUse.glob", "Glob", { pattern: "*.txt" }],
    ["preToolUse.task", "Agent", { subagent_type: "explore", prompt: "SUBPROMPT look at it" }],
    ["preToolUse.apply_patch", "Write", { file_path: "p.txt", file_paths: ["p.txt"] }],
    ["PreToolUse.apply_patch.claude", "Write", { file_paths: ["p.txt"] }],
    ["preToolUse.mcp", "mcp__harbour__leave_mark", { a: "1" }],
    ["permissionRequest.mcp", "mcp__harbour__leave_mark", { a: "1" }],
    ["permissionRequest.edit", "Edit", { file_path: "/home/user/project/n.txt" }],
  ])("%s is a %s call", (fixture, tool_name, tool_input) => {
    expect(decoded(fixture).payload).toMatchObject({ tool_name, tool_input });
  });

  it("a rewrite goes back in Copilot's own words", () => {
    expect(say("preToolUse.create", rewrite({ file_path: "/b", content: "new" }))).toBe(
      '{"modifiedArgs":{"path":"/b","file_text":"new"}}',
    );
    expect(say("PreToolUse.Edit.claude", rewrite({ ...inputOf("PreToolUse.Edit.claude"), new_string: "2" }))).toBe(
      '{"modifiedArgs":{"path":"/home/user/project/a.txt","old_str":"one","new_str":"2"}}',
    );
    const patch = "*** Begin Patch\n*** Add File: q.txt\n+hi\n*** End Patch\n";
    expect(JSON.parse(say("preToolUse.apply_patch", rewrite({ raw: patch })))).toEqual({ modifiedArgs: patch });
    expect(toNativeTool(copilot.tools, { name: "Read", input: { file_path: "a" } })).toEqual({
      name: "view",
      input: { path: "a" },
    });
  });

  it.each([
    ["harbour-leave_mark", "mcp__harbour__leave_mark"],
    ["github-mcp-server-list_issues", "mcp__github-mcp-server__list_issues"],
    ["context7-resolve-library-id", "mcp__context7__resolve-library-id"],
    ["my-server/search", "mcp__my-server__search"],
    ["mcp__a__b-c", undefined],
    ["bash", undefined],
    ["-x", undefined],
    ["x-", undefined],
  ])("the MCP tool %s is %s", (name, canonical) => {
    expect(mcpTool(name)).toBe(canonical);
  });

  it("a command that ended with 3 failed, although Copilot calls it a success", () => {
    for (const fixture of ["postToolUse.exit3", "PostToolUse.exit3.claude"])
      expect(decoded(fixture).payload).toMatchObject({ is_error: true, tool_result: { is_error: true } });
    expect(decoded("postToolUse").payload["is_error"]).toBeUndefined();
    expect(decoded("postToolUseFailure").payload).toMatchObject({ is_error: true, tool_output: "Path does not exist" });
    const quoted = { toolName: "view", toolResult: { resultType: "success", textResultForLlm: EXIT_3 } };
    expect(copilot.decode("postToolUse", quoted).payload["is_error"]).toBeUndefined();
  });

  it("calls of a subagent belong to the session that started it", () => {
    const session_id = "6b241b39-3815-44a7-9582-1e6be2338ecb";
    const agent = { agent_id: "0146c04b-9354-4b5f-9330-d84ccb35ac76", agent_type: "explore" };
    for (const fixture of ["subagentStart", "preToolUse.in-subagent", "permissionRequest.in-subagent", "subagentStop"])
      expect(decoded(fixture).payload).toMatchObject({ session_id, ...agent });
    expect(decoded("subagentStop").payload["last_assistant_message"]).toBe("sub done");
    expect(decoded("PreToolUse.in-subagent.claude").payload.session_id).toBe("57e0dec6-42bb-44f1-b36c-19b035ab71f2");
    expect(decoded("preToolUse").payload.agent_id).toBeUndefined();
  });

  it("the end of a subagent is a SubagentStop and no Stop", () => {
    expect(decoded("agentStop").name).toBe("Stop");
    expect(decoded("agentStop.in-subagent").name).toBe("copilot:agentStop");
    expect(decoded("Stop.in-subagent.claude").name).toBe("copilot:Stop");
  });

  it("an error is a text", () => {
    expect(decoded("errorOccurred").payload).toMatchObject({
      error: '{"message":"broken","code":"x"}',
      error_name: "Error",
    });
    expect(copilot.decode("errorOccurred", { error: null }).payload["error"]).toBeNull();
  });

  it("nothing but the cloud agent tells whether a person is there", () => {
    expect(copilot.presence({}, { COPILOT_CLI: "1" }).presence).toBe("unknown");
    expect(copilot.presence({}, { COPILOT_AGENT_PROMPT: "fix it" }).presence).toBe("headless");
  });

  it("the transcript's last answer is the main agent's", () => {
    const text = readFileSync(join(import.meta.dirname, "fixtures/_transcript.jsonl"), "utf8");
    expect(text).toContain("sub done");
    expect(copilot.transcript!(text)).toEqual({ lastAnswer: "done", model: "gpt-4.1" });
    const untilSubagent = text.slice(0, text.indexOf('"subagent.completed"'));
    expect(copilot.transcript!(untilSubagent).lastAnswer).toBeUndefined();
    expect(copilot.transcript!('{"type":"assistant.message","data":7}\n{"half')).toEqual({});
  });
});

const EXIT_3 = "<shellId: 0 completed with exit code 3>";

function inputOf(fixture: string): Record<string, unknown> {
  return decoded(fixture).payload["tool_input"] as Record<string, unknown>;
}

describe("GitHub Copilot CLI: its files", () => {
  it("ours are beside others, in its own format", () => {
    const places = { home: "/h", project: "/p", environment: {} };
    const [file] = copilot.wiring!.files("user", places);
    expect(file!.path).toBe("/h/.copilot/hooks/snaphook.json");
    expect(copilot.wiring!.files("user", { ...places, environment: { COPILOT_HOME: "/c" } })[0]!.path).toBe(
      "/c/hooks/snaphook.json",
    );
    expect(copilot.wiring!.files("project", places)[0]!.path).toBe("/p/.github/hooks/snaphook.json");
    expect(
      file!.format.kind === "list" && file!.format.entry({ event: "e", command: "c", seconds: 600, gates: true }),
    ).toEqual({
      type: "command",
      bash: "c",
      timeoutSec: 600,
    });
    expect(wiredEvents(copilot).map(({ event }) => event)).toContain("userPromptSubmitted");
  });

  it("a call through Claude Code's settings is known as Copilot's, that of an agent in its shell is not", () => {
    const environment = recordedEnvironment("copilot", "_env.PreToolUse.claude.json");
    const payload = RECORDED.find(({ file }) => file === "PreToolUse.claude.json")!.payload;
    expect(isCopilot(payload, environment, "claude-code")).toBe(true);
    expect(isCopilot(payload, environment, "gemini")).toBe(false);
    expect(isCopilot(payload, { COPILOT_CLI: "1" }, "claude-code")).toBe(false);
    expect(isCopilot({ session_id: "s", permission_mode: "default" }, environment, "claude-code")).toBe(false);
  });

  it("SE-15 OU-20 IN-20 a guard answers in Copilot's words, whichever file led to it", async () => {
    const place = new ProgramPlace();
    const guard = { command: `cat > seen.json; echo '{"decision":"deny","reason":"closed"}'`, guard: true };
    place.writeUser("hooks.json", { version: 1, hooks: { PreToolUse: [{ id: "g", matcher: "Bash", ...guard }] } });
    const env = {
      ...recordedEnvironment("copilot", "_env.PreToolUse.claude.json"),
      COPILOT_PROJECT_DIR: place.project,
    };
    const call = async (agent: string, event: string, fixture: string) => {
      const { payload } = RECORDED.find(({ file }) => file === `${fixture}.json`)!;
      const { code, stdout } = await place.run(["hook", agent, event], {
        env,
        input: { ...payload, cwd: place.project },
      });
      return { code, stdout };
    };
    const denied = { code: 0, stdout: '{"permissionDecision":"deny","permissionDecisionReason":"closed"}' };
    expect(await call("copilot", "preToolUse", "preToolUse")).toEqual(denied);
    expect(JSON.parse(place.read("seen.json"))).toMatchObject({ hook_event_name: "PreToolUse", tool_name: "Bash" });
    expect(await call("claude-code", "PreToolUse", "PreToolUse.claude")).toEqual(denied);
    expect(JSON.parse(place.read("seen.json"))).toMatchObject({ hook_origin: "claude_config", tool_name: "Bash" });
    expect(await call("claude-code", "PreToolUse", "PreToolUse.Write.claude")).toEqual({ code: 0, stdout: "{}" });
    const record = place.read(join(place.state, "hooks.log")).trim().split("\n");
    expect(record.map((line) => [JSON.parse(line).agent, JSON.parse(line).origin])).toEqual([
      ["copilot", "copilot_config"],
      ["copilot", "claude_config"],
      ["copilot", "claude_config"],
    ]);
  });
});
