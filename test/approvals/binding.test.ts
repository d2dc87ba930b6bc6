import { describe, expect, it } from "vitest";
import { type BoundCall, boundText } from "../../src/approvals/binding.js";
import { routeFor } from "../../src/approvals/route.js";
import { isCi } from "../../src/core/text/is-ci.js";
import { securityCases } from "../support/security-figures.js";

const CALL: BoundCall = {
  agent: "claude-code",
  session: "s",
  cwd: "/work",
  event: "PreToolUse",
  tool: "Bash",
  input: { command: "make release", description: "Release", timeout: 1_000, run_in_background: false },
};
const shell = (input: object): BoundCall => ({ ...CALL, input: { ...(CALL.input as object), ...input } });

describe("an answer is bound to the exact call", () => {
  it.each([
    ["description", shell({ description: "Publish the new version" })],
    ["timeout", shell({ timeout: 60_000 })],
    ["both left out", { ...CALL, input: { command: "make release", run_in_background: false } }],
    ["order of keys", { ...CALL, input: { run_in_background: false, command: "make release" } }],
    ["the permission prompt for it", { ...CALL, event: "PermissionRequest" }],
    ["its end", { ...CALL, event: "PostToolUse" }],
  ] satisfies [string, BoundCall][])("another wording is the same question: %s", (_, other) => {
    expect(boundText(other)).toBe(boundText(CALL));
  });

  const CHANGED: readonly [string, BoundCall][] = [
    ["one byte of the command", shell({ command: "make release " })],
    ["background", shell({ run_in_background: true })],
    ["a further key", shell({ dangerouslyDisableSandbox: true })],
    ["a key of the prototype", { ...CALL, input: JSON.parse('{"command":"make release","__proto__":{"x":1}}') }],
    ["session", { ...CALL, session: "t" }],
    ["no session", { ...CALL, session: undefined }],
    ["folder", { ...CALL, cwd: "/work/other" }],
    ["agent", { ...CALL, agent: "codex" }],
    ["tool", { ...CALL, tool: "PowerShell" }],
    ["no tool", { ...CALL, tool: undefined }],
    ["input as text", { ...CALL, input: JSON.stringify(CALL.input) }],
    ["no input", { ...CALL, input: undefined }],
  ];

  it.each(CHANGED)("any other change is asked again: %s", (_, other) => {
    expect(boundText(other)).not.toBe(boundText(CALL));
  });

  it("SECURITY.md has their number, with the next two", () => {
    expect(securityCases("binding.test.ts")).toBe(CHANGED.length + 2);
  });

  it("an event that is about no tool is bound to its name", () => {
    const prompt = { ...CALL, event: "UserPromptSubmit", tool: undefined, input: "hello" };
    expect(boundText({ ...prompt, event: "Stop" })).not.toBe(boundText(prompt));
  });

  it("description and timeout of a tool that is no shell count", () => {
    const call = { ...CALL, tool: "mcp__mail__send", input: { to: "ann", description: "a" } };
    expect(boundText({ ...call, input: { to: "ann", description: "b" } })).not.toBe(boundText(call));
  });
});

describe("who is asked", () => {
  const facts = { agentAsks: true, presence: "interactive", isCi: false, canAnswer: true } as const;
  it.each([
    ["the agent asks its person", {}, "agent"],
    ["it is not known whether a person is there", { presence: "unknown" }, "agent"],
    ["no person is at the agent", { presence: "headless" }, "wait"],
    ["the agent cannot ask", { agentAsks: false }, "wait"],
    ["no answer can come", { agentAsks: false, canAnswer: false }, "keep"],
    ["no person, and no answer can come", { presence: "headless", canAnswer: false }, "keep"],
    ["CI", { presence: "headless", isCi: true }, "keep"],
    ["CI, and the agent cannot ask", { agentAsks: false, isCi: true }, "keep"],
  ] as const)("%s: %o → %s", (_, more, route) => {
    expect(routeFor({ ...facts, ...more })).toBe(route);
  });

  it.each([
    ["true", true],
    ["1", true],
    ["woodpecker", true],
    ["", false],
    ["false", false],
    ["0", false],
  ])("CI=%s counts as %s", (CI, counts) => {
    expect(isCi({ CI })).toBe(counts);
    expect(isCi({})).toBe(false);
  });
});
