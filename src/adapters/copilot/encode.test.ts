import { describe, expect, it } from "vitest";
import { recordedPayloads } from "../../../test/support/recorded-payloads.js";
import { degrade } from "../../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import copilot from "./index.js";

const RECORDED = recordedPayloads(copilot);
const by = { hook: "h", source: "user", ms: 1 };

function say(fixture: string, decision: Partial<Decision>): string {
  const { event: name, payload } = RECORDED.find(({ file }) => file === `${fixture}.json`)!;
  const event = copilot.decode(name, payload);
  const capability = copilot.capability(event.name, "headless");
  const answer = copilot.encode(degrade({ ...NO_DECISION, ...decision }, capability, copilot.title), event);
  expect({ stderr: answer.stderr, exitCode: answer.exitCode }).toEqual({ stderr: undefined, exitCode: 0 });
  return answer.stdout;
}

const deny = { verdict: "deny", reason: "no" } as const;
const context = { context: "c", contextBy: [by] };
const rewrite = (input: Record<string, unknown>) => ({ input, inputBy: [by] });
const goOn = { forceContinue: { value: { reason: "tests" }, by } };
const replace = (value: unknown) => ({ output: { value, by } });
const BLOCKED = '{"decision":"block","reason":"no"}';
const CONTEXT = '{"additionalContext":"c"}';
const DENIED = '{"permissionDecision":"deny","permissionDecisionReason":"no"}';

describe("GitHub Copilot CLI: what it is told", () => {
  it.each<[string, string, Partial<Decision>, string]>([
    ["preToolUse", "a deny", deny, DENIED],
    ["PreToolUse.claude", "a deny", deny, DENIED],
    [
      "preToolUse",
      "an ask",
      { verdict: "ask", reason: "sure?" },
      '{"permissionDecision":"ask","permissionDecisionReason":"sure?"}',
    ],
    ["preToolUse", "an allow", { verdict: "allow" }, '{"permissionDecision":"allow"}'],
    ["preToolUse", "a rewrite", rewrite({ command: "true" }), '{"modifiedArgs":{"command":"true"}}'],
    ["preToolUse", "a deny beside a rewrite", { ...deny, ...rewrite({ command: "true" }) }, DENIED],
    ["preToolUse", "context", context, CONTEXT],
    ["PreToolUse.claude", "context", context, CONTEXT],
    ["permissionRequest", "an allow", { verdict: "allow" }, '{"behavior":"allow"}'],
    ["permissionRequest", "a deny", deny, '{"behavior":"deny","message":"no"}'],
    ["PermissionRequest.claude", "a deny", deny, '{"behavior":"deny","message":"no"}'],
    [
      "permissionRequest",
      "an ask, which Copilot's own rules could turn into an allow",
      { verdict: "ask", reason: "sure?" },
      '{"behavior":"deny","message":"sure?"}',
    ],
    [
      "permissionRequest",
      "a stop",
      { stop: { value: { reason: "enough" }, by } },
      '{"behavior":"deny","message":"enough","interrupt":true}',
    ],
    ["postToolUse", "context", context, CONTEXT],
    ["PostToolUse.claude", "context", context, CONTEXT],
    ["postToolUse", "another output", replace("new"), modified("new")],
    ["postToolUse", "another output in its own shape", replace({ textResultForLlm: "new" }), modified("new")],
    ["postToolUse", "another output in Claude Code's shape", replace({ stdout: "x" }), modified('{"stdout":"x"}')],
    ["postToolUseFailure", "context", context, CONTEXT],
    ["userPromptSubmitted", "a deny", deny, BLOCKED],
    ["userPromptSubmitted", "context", context, CONTEXT],
    ["UserPromptSubmit.claude", "a deny", deny, BLOCKED],
    ["sessionStart", "context", context, CONTEXT],
    ["SessionStart.claude", "context", context, CONTEXT],
    ["subagentStart", "context", context, CONTEXT],
    ["notification", "context", context, CONTEXT],
    ["agentStop", "to go on", goOn, '{"decision":"block","reason":"tests"}'],
    ["Stop.claude", "to go on", goOn, '{"decision":"block","reason":"tests"}'],
    ["subagentStop", "to go on", goOn, '{"decision":"block","reason":"tests"}'],
    ["sessionEnd", "everything", { ...deny, ...context, ...goOn, ...replace("new") }, "{}"],
    ["agentStop.in-subagent", "to go on, which SubagentStop is asked next", goOn, "{}"],
  ])("OU-19 OU-20 %s: %s", (fixture, _what, decision, stdout) => {
    expect(say(fixture, decision)).toBe(stdout);
  });

  it.each(RECORDED)("OU-21 $file: nothing to say is an empty object", ({ file }) => {
    expect(say(file.replace(/\.json$/, ""), {})).toBe("{}");
  });

  it("a message is a progress line of its own before the answer, whatever it holds", () => {
    const messages = [
      { value: "first\nline", by },
      { value: "second", by },
    ];
    expect(say("preToolUse", { ...deny, messages }).split("\n")).toEqual([
      '{"type":"progress","message":"first\\nline"}',
      '{"type":"progress","message":"second"}',
      DENIED,
    ]);
    expect(say("notification", { messages })).toBe("{}");
  });

  it("a deny without a reason still has one", () => {
    expect(say("preToolUse", { verdict: "deny" })).toContain('"permissionDecisionReason":"Blocked by a hook."');
  });
});

function modified(text: string): string {
  return JSON.stringify({ modifiedResult: { resultType: "success", textResultForLlm: text } });
}
