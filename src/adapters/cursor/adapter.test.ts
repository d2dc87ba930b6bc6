import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ProgramPlace } from "../../../test/support/program.js";
import { recordedPayloads } from "../../../test/support/recorded-payloads.js";
import { degrade } from "../../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import type { JsonObject } from "../../core/text/json.js";
import { gateCommandLine } from "../../runtime/wiring/command-line.js";
import cursor from "./index.js";
import isCursor from "./recognise.js";

const recorded = recordedPayloads(cursor);
const decoded = (file: string) => {
  const { event, payload } = recorded.find((one) => one.file === `${file}.json`)!;
  return cursor.decode(event, payload);
};
const by = { hook: "h", source: "user", ms: 1 };
const tell = (file: string, decision: Partial<Decision>, presence: "interactive" | "headless" = "interactive") => {
  const event = decoded(file);
  const whole = degrade({ ...NO_DECISION, ...decision }, cursor.capability(event.name, presence), cursor.title);
  return JSON.parse(cursor.encode(whole, event).stdout) as JsonObject;
};

describe("what Cursor sends", () => {
  it("AD-10 its events are ours under other names, and special cases are calls of a tool", () => {
    const names = Object.fromEntries(
      recorded.map(({ file, event, payload }) => [file, cursor.decode(event, payload).name]),
    );
    expect(names).toMatchObject({
      "sessionStart.json": "SessionStart",
      "beforeSubmitPrompt.json": "UserPromptSubmit",
      "preToolUse.json": "PreToolUse",
      "postToolUse.json": "PostToolUse",
      "postToolUseFailure.json": "PostToolUseFailure",
      "afterFileEdit.json": "PostToolUse",
      "afterAgentResponse.json": "PostModelResponse",
      "afterAgentThought.json": "AgentThought",
      "preCompact.json": "PreCompact",
      "subagentStart.json": "SubagentStart",
      "subagentStop.json": "SubagentStop",
      "stop.json": "Stop",
      "sessionEnd.json": "SessionEnd",
      "workspaceOpen.json": "cursor:workspaceOpen",
    });
    expect(decoded("afterFileEdit").payload).toMatchObject({
      tool_name: "Edit",
      tool_input: { file_path: "/home/user/project/a.txt", edits: [{ old_string: "hi", new_string: "ho" }] },
    });
  });

  it("AX-07 the model's reply is no call of a tool", () => {
    const { payload } = decoded("afterAgentResponse");
    expect(payload).toMatchObject({ last_assistant_message: "all done" });
    expect(payload["tool_name"]).toBeUndefined();
  });

  it("tools have their canonical names, and text that holds JSON is read", () => {
    expect(decoded("preToolUse").payload).toMatchObject({ tool_name: "Bash", tool_input: { command: "npm test" } });
    expect(decoded("beforeShellExecution").payload).toMatchObject({
      tool_name: "Bash",
      tool_input: { command: "npm test" },
    });
    expect(decoded("beforeMCPExecution").payload).toMatchObject({ tool_name: "mcp__mem__put", tool_input: { k: 1 } });
  });

  it("a shell command that ended badly is an error although Cursor calls it a success", () => {
    const { payload } = recorded.find(({ file }) => file === "postToolUse.json")!;
    const failed = { ...payload, tool_output: '{"exitCode":3,"stdout":""}' };
    expect(cursor.decode("postToolUse", failed).payload["is_error"]).toBe(true);
    expect(decoded("postToolUse").payload["is_error"]).toBeUndefined();
  });

  it("who is there is read from the composer and the kind of agent", () => {
    expect(cursor.presence({ is_background_agent: true, composer_mode: "agent" }, {}).presence).toBe("headless");
    expect(cursor.presence({ composer_mode: "agent" }, {}).presence).toBe("interactive");
    expect(cursor.presence({}, {}).presence).toBe("unknown");
  });

  it("IN-20 is recognised behind Claude Code's settings by its own field", () => {
    expect(isCursor({ cursor_version: "2.4.0" }, {}, "claude-code")).toBe(true);
    expect(isCursor({ hook_event_name: "PreToolUse" }, {}, "claude-code")).toBe(false);
  });
});

describe("what Cursor is told", () => {
  it("OU-20 a denial in its own keys, for the person and for the agent", () => {
    expect(tell("preToolUse", { verdict: "deny", reason: "no" })).toEqual({
      permission: "deny",
      user_message: "no",
      agent_message: "no",
    });
    expect(tell("beforeSubmitPrompt", { verdict: "deny", reason: "no" })).toEqual({
      continue: false,
      user_message: "no",
    });
    expect(tell("sessionStart", { stop: { value: { reason: "enough" }, by } })).toEqual({
      continue: false,
      user_message: "enough",
    });
  });

  it("a question is a denial: Cursor may run commands without asking, and does not say so", () => {
    for (const event of ["preToolUse", "beforeShellExecution", "beforeReadFile"])
      expect(tell(event, { verdict: "ask", reason: "sure?" })).toMatchObject({
        permission: "deny",
        agent_message: "sure?",
      });
  });

  it("a rewrite goes back into its own fields", () => {
    const event = cursor.decode("preToolUse", { tool_name: "Read", tool_input: { path: "/a" } });
    expect(event.payload["tool_input"]).toEqual({ path: "/a", file_path: "/a" });
    const decision = { ...NO_DECISION, input: { path: "/a", file_path: "/b" }, inputBy: [by] };
    expect(JSON.parse(cursor.encode(decision, event).stdout)).toEqual({ updated_input: { path: "/b" } });
  });

  it("OU-19 context in its key, and `{}` when there is nothing to say: no output would be a denial", () => {
    expect(tell("postToolUse", { context: "text", contextBy: [by] })).toEqual({ additional_context: "text" });
    for (const { event, payload } of recorded)
      expect(cursor.encode(NO_DECISION, cursor.decode(event, payload)).stdout).toBe("{}");
  });

  it("to go on, by a message that follows", () => {
    expect(tell("stop", { forceContinue: { value: { reason: "not yet" }, by } })).toEqual({
      followup_message: "not yet",
    });
  });
});

describe("Cursor's file", () => {
  it("CF-23 is a flat list with a version, and holds only events it knows", async () => {
    const place = new ProgramPlace();
    await place.run(["install", "cursor"]);
    const file = JSON.parse(readFileSync(join(place.home, ".cursor/hooks.json"), "utf8"));
    expect(file.version).toBe(1);
    const launcher = join(place.data, "launch");
    const command = gateCommandLine(launcher, "cursor", "preToolUse");
    expect(file.hooks.preToolUse).toEqual([{ command, timeout: 600, failClosed: true }]);
    expect(file.hooks.stop).toEqual([{ command: `${launcher} cursor stop`, timeout: 600 }]);
    expect(Object.keys(file.hooks)).not.toContain("afterAgentThought");
  });

  it("AD-11 a call that also comes through Claude Code's settings takes effect once", async () => {
    const place = new ProgramPlace();
    const log = join(mkdtempSync(join(tmpdir(), "snaphook-cursor-")), "log");
    place.writeUser("hooks.json", {
      version: 1,
      hooks: {
        PreToolUse: [
          { id: "once", guard: true, command: `echo ran >> ${log}; echo '{"decision":"deny","reason":"no"}'` },
        ],
      },
    });
    const { payload } = recorded.find(({ file }) => file === "preToolUse.json")!;
    const input = { ...payload, cwd: place.project };
    const first = await place.run(["hook", "cursor", "preToolUse"], { input });
    const second = await place.run(["hook", "claude-code", "PreToolUse"], { input });
    expect(JSON.parse(first.stdout)).toMatchObject({ permission: "deny", agent_message: "no" });
    expect(JSON.parse(second.stdout)).toMatchObject({ permission: "deny", agent_message: "no" });
    expect(readFileSync(log, "utf8")).toBe("ran\n");
  });
});
