import { describe, expect, it } from "vitest";
import { admitted } from "../../../test/support/hook-specs.js";
import { command, realEngine } from "../../../test/support/real-engine.js";
import { recordedPayloads } from "../../../test/support/recorded-payloads.js";
import { degrade } from "../../core/decision/capability.js";
import type { Decision, HookOutput } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import claudeCode from "./index.js";

const RECORDED = recordedPayloads(claudeCode);

/** What Claude Code understands on each event: the keys of `hookSpecificOutput`, and whether it can be blocked. */
const UNDERSTOOD: Record<string, { specific?: readonly string[]; block?: true }> = {
  PreToolUse: { specific: ["permissionDecision", "permissionDecisionReason", "updatedInput", "additionalContext"] },
  PermissionRequest: { specific: ["decision"] },
  PreModelSwitch: { specific: ["permissionDecision", "permissionDecisionReason"] },
  PostToolUse: { specific: ["additionalContext", "updatedToolOutput"], block: true },
  PostToolUseFailure: { specific: ["additionalContext"] },
  PostToolBatch: { specific: ["additionalContext"], block: true },
  UserPromptSubmit: { specific: ["additionalContext"], block: true },
  UserPromptExpansion: { specific: ["additionalContext"], block: true },
  SessionStart: { specific: ["additionalContext"] },
  Setup: { specific: ["additionalContext"] },
  SubagentStart: { specific: ["additionalContext"] },
  Notification: { specific: ["additionalContext"] },
  PostModelSwitch: { specific: ["additionalContext"] },
  Stop: { specific: ["additionalContext"], block: true },
  SubagentStop: { specific: ["additionalContext"], block: true },
  ...Object.fromEntries(
    ["PreCompact", "Elicitation", "ElicitationResult", "TaskCreated", "TaskCompleted", "ConfigChange"].map((event) => [
      event,
      { block: true },
    ]),
  ),
};
const COMMON = ["systemMessage", "continue", "stopReason"];

interface Told {
  readonly decision?: string;
  readonly reason?: string;
  readonly hookSpecificOutput?: Readonly<Record<string, unknown>>;
  readonly [key: string]: unknown;
}

async function tell(event: HookEvent, answer: HookOutput): Promise<Told> {
  const { engine } = realEngine([
    admitted({ event: event.name, run: { type: "function", fn: () => answer as never } }),
  ]);
  return encode(await engine.fire(event), event);
}

function encode(decision: Decision, event: HookEvent): Told {
  const capability = claudeCode.capability(event.name, "headless");
  const { stdout, stderr, exitCode } = claudeCode.encode(degrade(decision, capability, claudeCode.title), event);
  expect({ stderr, exitCode }).toEqual({ stderr: undefined, exitCode: 0 });
  return JSON.parse(stdout);
}

function expectUnderstood(event: string, told: Told): void {
  const { specific = [], block } = UNDERSTOOD[event] ?? {};
  const keys = [
    ...COMMON,
    ...(block ? ["decision", "reason"] : []),
    ...(specific.length > 0 ? ["hookSpecificOutput"] : []),
  ];
  expect(Object.keys(told).filter((key) => !keys.includes(key))).toEqual([]);
  const { hookEventName, ...rest } = told.hookSpecificOutput ?? { hookEventName: event };
  expect(hookEventName).toBe(event);
  expect(Object.keys(rest).filter((key) => !specific.includes(key))).toEqual([]);
}

describe("payloads that Claude Code sent", () => {
  it("are of every event it was seen to send", () => {
    expect(new Set(RECORDED.map(({ event }) => event)).size).toBe(32);
    expect(RECORDED.map(({ event, payload }) => payload["hook_event_name"] === event)).not.toContain(false);
  });

  it.each(RECORDED)(
    "OU-19 OU-20 $file is decoded, and whatever hooks answer is said in keys it knows",
    async ({ event: name, payload }) => {
      const before = structuredClone(payload);
      const event = claudeCode.decode(name, payload);
      expect(event).toMatchObject({ name, payload: { ...before, hook_origin: "claude-code" } });
      expect(event.native).toEqual({ agent: "claude-code", event: name, payload: before });

      const everything: HookOutput = {
        verdict: "deny",
        reason: "the reason",
        context: "the context",
        message: "the message",
        output: { stdout: "new" },
        forceContinue: { reason: "go on" },
        stop: { reason: "enough" },
      };
      expectUnderstood(name, await tell(event, everything));
      expectUnderstood(name, await tell(event, { verdict: "ask", reason: "sure?", input: { command: "true" } }));
      expectUnderstood(name, await tell(event, { verdict: "allow", input: { command: "true" } }));
      expect(await tell(event, {})).toEqual({});
      expect(payload).toEqual(before);
    },
  );

  it.each(RECORDED)("OU-19 OU-20 $file: what a deny and a context come to", async ({ event: name, payload }) => {
    const event = claudeCode.decode(name, payload);
    const denied = await tell(event, { verdict: "deny", reason: "the reason" });
    const { specific = [], block } = UNDERSTOOD[name] ?? {};
    const answer = (fields: object) => ({ hookSpecificOutput: { hookEventName: name, ...fields } });
    const cannotDeny = name === "PostToolUse" || name === "Stop" || name === "SubagentStop";
    if (specific.includes("permissionDecision"))
      expect(denied).toEqual(answer({ permissionDecision: "deny", permissionDecisionReason: "the reason" }));
    else if (name === "PermissionRequest")
      expect(denied).toEqual(answer({ decision: { behavior: "deny", message: "the reason" } }));
    else expect(denied).toEqual(block && !cannotDeny ? { decision: "block", reason: "the reason" } : {});
    const told = await tell(event, { context: "the context" });
    expect(told).toEqual(specific.includes("additionalContext") ? answer({ additionalContext: "the context" }) : {});
  });

  it.each(RECORDED)(
    "$file: a command that ends with 2 means what it means in Claude Code",
    async ({ event: name, payload }) => {
      const event = claudeCode.decode(name, payload);
      const { engine } = realEngine([command("echo 'the reason' >&2; exit 2", { event: name, dialect: "claude" })]);
      const told = encode(await engine.fire(event), event);
      expectUnderstood(name, told);
      const heard = JSON.stringify(told).includes("the reason");
      expect(heard).toBe(
        ["PostToolUseFailure", "PermissionRequest", "PreModelSwitch", "PreToolUse"].includes(name) ||
          UNDERSTOOD[name]?.block === true,
      );
      if (name === "Stop" || name === "SubagentStop") expect(told).toEqual({ decision: "block", reason: "the reason" });
      if (name === "PostToolUse")
        expect(told).toEqual({ hookSpecificOutput: { hookEventName: name, additionalContext: "the reason" } });
    },
  );
});
