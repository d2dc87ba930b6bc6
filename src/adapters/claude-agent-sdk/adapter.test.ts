import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { degrade } from "../../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import type { JsonObject } from "../../core/text/json.js";
import { wiredEvents } from "../_shared/wired-calls.js";
import claudeAgentSdk from "./index.js";
import isAgentSdk from "./recognise.js";

const by = { hook: "h", source: "user", ms: 1 };

const fixture = (name: string): JsonObject =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), "utf8"));

function said(name: string, decision: Partial<Decision>): unknown {
  const event = claudeAgentSdk.decode(name.split(".")[0]!, fixture(name));
  const capability = claudeAgentSdk.capability(event.name, "headless");
  const full = degrade({ ...NO_DECISION, ...decision }, capability, claudeAgentSdk.title);
  const { stdout, stderr, exitCode } = claudeAgentSdk.encode(full, event);
  expect({ stderr, exitCode }).toEqual({ stderr: undefined, exitCode: 0 });
  return JSON.parse(stdout);
}

const specific = (hookEventName: string, fields: object) => ({ hookSpecificOutput: { hookEventName, ...fields } });
const block = { decision: "block", reason: "no" };
const denial = { verdict: "deny", reason: "no" } as const;
const context = { context: "c", contextBy: [by] };
const goOn = { forceContinue: { value: { reason: "go on" }, by } };

describe("what the Claude Agent SDK is told", () => {
  it.each<[string, Partial<Decision>, unknown]>([
    ["PreToolUse.Bash", denial, specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "no" })],
    [
      "PreToolUse.Bash",
      { verdict: "ask", reason: "sure?" },
      specific("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "sure?" }),
    ],
    ["PreToolUse.Bash", { verdict: "allow" }, specific("PreToolUse", { permissionDecision: "allow" })],
    [
      "PreToolUse.Bash",
      { input: { command: "ls" }, inputBy: [by], ...context },
      specific("PreToolUse", { updatedInput: { command: "ls" }, additionalContext: "c" }),
    ],
    [
      "PreToolUse.mcp",
      { stop: { value: { reason: "enough" }, by } },
      {
        continue: false,
        stopReason: "enough",
        ...specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "enough" }),
      },
    ],
    [
      "PermissionRequest.canUseTool",
      { verdict: "allow", input: { command: "ls" }, inputBy: [by] },
      specific("PermissionRequest", { decision: { behavior: "allow", updatedInput: { command: "ls" } } }),
    ],
    ["PermissionRequest", denial, specific("PermissionRequest", { decision: { behavior: "deny", message: "no" } })],
    [
      "PostToolUse.Bash",
      { output: { value: { stdout: "clean" }, by } },
      specific("PostToolUse", { updatedToolOutput: { stdout: "clean" } }),
    ],
    ["PostToolUseFailure.Bash", context, specific("PostToolUseFailure", { additionalContext: "c" })],
    ["PostToolBatch", denial, block],
    ["UserPromptSubmit", denial, block],
    ["UserPromptExpansion", denial, block],
    ["SessionStart.clear", context, specific("SessionStart", { additionalContext: "c" })],
    ["Stop", goOn, { decision: "block", reason: "go on" }],
    ["SubagentStop", goOn, { decision: "block", reason: "go on" }],
    ["PreCompact", denial, block],
    [
      "PreModelSwitch",
      denial,
      specific("PreModelSwitch", { permissionDecision: "deny", permissionDecisionReason: "no" }),
    ],
    ["PostModelSwitch", context, specific("PostModelSwitch", { additionalContext: "c" })],
    ["Elicitation", denial, block],
    ["TaskCreated", denial, block],
    ["Notification.elicitation_response", context, {}],
    ["StopFailure", { messages: [{ value: "look", by }] }, { systemMessage: "look" }],
  ])("on %s for %j", (name, decision, expected) => {
    expect(said(name, decision)).toEqual(expected);
  });
});

describe("what the Claude Agent SDK sends", () => {
  it("is read as it is, and keeps its own name", () => {
    const payload = fixture("PreToolUse.Bash");
    const event = claudeAgentSdk.decode("PreToolUse", payload);
    expect(event).toEqual({
      name: "PreToolUse",
      payload: { hook_origin: "claude-agent-sdk", ...payload },
      native: { agent: "claude-agent-sdk", event: "PreToolUse", payload },
    });
    expect(claudeAgentSdk.decode("PaintedRed", {}).name).toBe("sdk:PaintedRed");
  });

  it("never brings a callback what is over before callbacks are known", () => {
    const events = wiredEvents(claudeAgentSdk).map(({ event }) => event);
    expect(events).toHaveLength(30);
    expect(events).not.toContain("Setup");
    expect(events).not.toContain("InstructionsLoaded");
    expect(events).not.toContain("WorktreeCreate");
  });

  it("is recognised when it comes through the settings of Claude Code", () => {
    const environment = { CLAUDE_CODE_ENTRYPOINT: "sdk-ts", CLAUDE_CODE_SESSION_ATTENDED: "0" };
    expect(isAgentSdk({}, environment, "claude-code")).toBe(true);
    expect(isAgentSdk({}, environment, "codex")).toBe(false);
    expect(isAgentSdk({}, { CLAUDE_CODE_ENTRYPOINT: "sdk-cli" }, "claude-code")).toBe(false);
    expect(isAgentSdk({}, {}, "claude-code")).toBe(false);
    expect(claudeAgentSdk.presence({}, environment).presence).toBe("headless");
    expect(claudeAgentSdk.presence({}, { CLAUDE_CODE_SESSION_ATTENDED: "1" }).presence).toBe("interactive");
  });
});
