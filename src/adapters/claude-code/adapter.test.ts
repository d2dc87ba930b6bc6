import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ProgramPlace } from "../../../test/support/program.js";
import { recordedEnvironment } from "../../../test/support/recorded-payloads.js";
import { degrade } from "../../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import { EVENT_NAMES } from "../../core/events/events.js";
import { context, createHooks } from "../../index.js";
import { gateCommandLine } from "../../runtime/wiring/command-line.js";
import { samplePayload } from "../../testing/index.js";
import { waitMs, whyUnsupported } from "../_shared/event-table.js";
import claudeCode from "./index.js";

const by = { hook: "h", source: "user", ms: 1 };

function said(event: string, decision: Partial<Decision>): unknown {
  const decoded = claudeCode.decode(event, samplePayload(event as "Stop") as never);
  const full = { ...NO_DECISION, ...decision };
  const { stdout, exitCode } = claudeCode.encode(
    degrade(full, claudeCode.capability(event, "headless"), claudeCode.title),
    decoded,
  );
  expect(exitCode).toBe(0);
  return JSON.parse(stdout);
}

const specific = (event: string, fields: object) => ({ hookSpecificOutput: { hookEventName: event, ...fields } });

describe("what Claude Code is told", () => {
  it.each<[string, string, Partial<Decision>, unknown]>([
    ["PreToolUse", "an allow", { verdict: "allow" }, specific("PreToolUse", { permissionDecision: "allow" })],
    [
      "PreToolUse",
      "an ask",
      { verdict: "ask", reason: "sure?" },
      specific("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "sure?" }),
    ],
    [
      "PreToolUse",
      "a deny",
      { verdict: "deny", reason: "no" },
      specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "no" }),
    ],
    [
      "PreToolUse",
      "a rewrite alone",
      { input: { command: "a" }, inputBy: [by] },
      specific("PreToolUse", { updatedInput: { command: "a" } }),
    ],
    [
      "PreToolUse",
      "a rewrite with an allow and context",
      { verdict: "allow", input: { command: "a" }, inputBy: [by], context: "c", contextBy: [by] },
      specific("PreToolUse", { permissionDecision: "allow", updatedInput: { command: "a" }, additionalContext: "c" }),
    ],
    [
      "PreToolUse",
      "a deny beside a rewrite",
      { verdict: "deny", reason: "no", input: { command: "a" }, inputBy: [by] },
      specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "no" }),
    ],
    [
      "PreToolUse",
      "a stop, which alone would let the tool run first",
      { stop: { value: { reason: "enough" }, by } },
      {
        continue: false,
        stopReason: "enough",
        ...specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "enough" }),
      },
    ],
    [
      "PreToolUse",
      "messages",
      {
        messages: [
          { value: "a", by },
          { value: "b", by },
        ],
      },
      { systemMessage: "a\nb" },
    ],
    [
      "PermissionRequest",
      "an allow",
      { verdict: "allow" },
      specific("PermissionRequest", { decision: { behavior: "allow" } }),
    ],
    [
      "PermissionRequest",
      "an allow of a changed call",
      { verdict: "allow", input: { command: "a" }, inputBy: [by] },
      specific("PermissionRequest", { decision: { behavior: "allow", updatedInput: { command: "a" } } }),
    ],
    [
      "PermissionRequest",
      "a deny",
      { verdict: "deny", reason: "no" },
      specific("PermissionRequest", { decision: { behavior: "deny", message: "no" } }),
    ],
    ["PermissionRequest", "an ask: the prompt is the question", { verdict: "ask", reason: "sure?" }, {}],
    [
      "PostToolUse",
      "new output",
      { output: { value: { stdout: "x" }, by } },
      specific("PostToolUse", { updatedToolOutput: { stdout: "x" } }),
    ],
    ["PostToolUse", "a deny that comes too late", { verdict: "deny", reason: "no" }, {}],
    [
      "Stop",
      "a wish to go on",
      { forceContinue: { value: { reason: "tests fail" }, by } },
      { decision: "block", reason: "tests fail" },
    ],
    ["SessionEnd", "context nobody would read", { context: "c", contextBy: [by] }, {}],
    [
      "UserPromptSubmit",
      "an ask, which it cannot put",
      { verdict: "ask", reason: "sure?" },
      { decision: "block", reason: "sure?" },
    ],
  ])("OU-08 OU-19 OU-20 on %s: %s", (event, _what, decision, expected) => {
    expect(said(event, decision)).toEqual(expected);
  });

  it("OU-19 nothing to say is an empty object on every event", () => {
    for (const event of EVENT_NAMES) expect(said(event, {}), event).toEqual({});
  });

  it("OU-20 a deny that cannot be enforced is noted as what it would have been", () => {
    const decision: Decision = { ...NO_DECISION, verdict: "deny", reason: "no", verdictBy: by };
    const degraded = degrade(decision, claudeCode.capability("SessionStart", "headless"), claudeCode.title);
    expect(degraded).toMatchObject({ verdict: "none", notes: [{ code: "DEGRADED_DENY", hook: "h" }] });
    expect(degraded.notes[0]!.message).toContain("would have been denied (no)");
  });

  it("EV-14 context on SubagentStop is passed on", async () => {
    const hooks = createHooks();
    hooks.on("SubagentStop", () => context("check its diff"));
    const decision = await hooks.fire("SubagentStop", samplePayload("SubagentStop"));
    expect(said("SubagentStop", decision)).toEqual(specific("SubagentStop", { additionalContext: "check its diff" }));
  });
});

describe("what Claude Code says", () => {
  it("IN-20 its events carry where they come from, unless they say so themselves", () => {
    expect(claudeCode.decode("Stop", {}).payload.hook_origin).toBe("claude-code");
    expect(claudeCode.decode("Stop", { hook_origin: "cursor_config" }).payload.hook_origin).toBe("cursor_config");
  });

  it("an event it may get one day is passed on under its namespace", () => {
    const event = claudeCode.decode("BrandNew", { session_id: "s" });
    expect(event).toMatchObject({ name: "cc:BrandNew", native: { event: "BrandNew" } });
    expect(whyUnsupported(claudeCode, "cc:BrandNew")).toBeUndefined();
    expect(whyUnsupported(claudeCode, "WorktreeCreate")).toMatch(/create the worktree/);
    expect(whyUnsupported(claudeCode, "TurnEnd")).toBeDefined();
  });

  it.each([
    [{}, { CLAUDE_CODE_SESSION_ATTENDED: "0", CLAUDE_CODE_ENTRYPOINT: "cli" }, "headless"],
    [{}, { CLAUDE_CODE_SESSION_ATTENDED: "1", CLAUDE_CODE_ENTRYPOINT: "sdk-cli" }, "interactive"],
    [{}, { CLAUDE_CODE_ENTRYPOINT: "sdk-ts" }, "headless"],
    [{ permission_mode: "dontAsk" }, { CLAUDE_CODE_ENTRYPOINT: "cli" }, "headless"],
    [{ permission_mode: "default" }, { CLAUDE_CODE_ENTRYPOINT: "cli" }, "interactive"],
    [{ permission_mode: "default" }, {}, "unknown"],
    [{}, recordedEnvironment("claude-code", "_env.SessionStart.json"), "headless"],
  ])("%j with its environment is read as who is there", (payload, environment, presence) => {
    expect(claudeCode.presence(payload, environment)).toMatchObject({ presence, evidence: expect.stringMatching(/./) });
  });

  it("answers are due before it gives up on its own", () => {
    expect([
      waitMs(claudeCode, "SessionEnd"),
      waitMs(claudeCode, "UserPromptSubmit"),
      waitMs(claudeCode, "PreToolUse"),
    ]).toEqual([1500, 30_000, 600_000]);
  });
});

describe("Claude Code's settings", () => {
  it("AD-01 are wired for the person, for one project on this machine, or for one run by --settings", async () => {
    const place = new ProgramPlace();
    const launcher = join(place.data, "launch");
    const entry = (command: string, timeout: number, more = {}) => [
      { hooks: [{ type: "command", command, timeout, ...more }] },
    ];
    const { stdout } = await place.run(["compile", "claude-code"]);
    const { hooks } = JSON.parse(stdout) as { hooks: Record<string, unknown> };
    expect(hooks["PreToolUse"]).toEqual(
      entry(gateCommandLine(launcher, "claude-code", "PreToolUse", 3600), 3600, { onFailure: "block" }),
    );
    expect(hooks["SessionEnd"]).toEqual(entry(`${launcher} claude-code SessionEnd`, 2));
    expect(hooks["MessageDisplay"]).toBeUndefined();
    await place.run(["install", "claude-code", "--project"]);
    expect(JSON.parse(place.read(".claude/settings.local.json"))).toEqual({ hooks });
    await place.run(["install", "claude-code"]);
    expect(JSON.parse(place.read(join(place.home, ".claude/settings.json")))).toEqual({ hooks });
    expect(place.has(".claude/settings.local.json")).toBe(false);
  });

  it("their transcript tells the last answer, the plan and the model", () => {
    const text = readFileSync(join(import.meta.dirname, "fixtures/_transcript.jsonl"), "utf8");
    expect(claudeCode.transcript?.(text)).toEqual({ lastAnswer: "done", model: "claude-opus-5-5" });
    const planned = {
      role: "assistant",
      content: [{ type: "tool_use", name: "ExitPlanMode", input: { plan: "1. look" } }],
    };
    expect(claudeCode.transcript?.(JSON.stringify({ message: planned }))).toEqual({ plan: "1. look" });
    expect(claudeCode.transcript?.(JSON.stringify({ isSidechain: true, message: planned }))).toEqual({});
  });
});
