import { describe, expect, it } from "vitest";
import { EVENT_NAMES, nativeEventName, resolveEvent } from "../../src/core/events/events.js";
import { didYouMean, suggestNames } from "../../src/core/text/suggest.js";

const nameOf = (name: string) => resolveEvent(name)?.name;

describe("event names", () => {
  it("AD-19 are the same in any case and with any separator", () => {
    const spellings = ["PreToolUse", "preToolUse", "pre-tool-use", "pre_tool_use", "pretooluse", "PRE.TOOL.USE"];
    for (const name of spellings) expect(nameOf(name)).toBe("PreToolUse");
  });

  it("every canonical name resolves to itself", () => {
    for (const name of EVENT_NAMES) expect(nameOf(name)).toBe(name);
  });

  it("EV-22 all 26 names of Arawn's rewrite resolve", () => {
    const names = `PreToolUse PostToolUse PostToolUseFailure PermissionRequest PermissionDenied UserPromptSubmit
      Notification SessionStart SessionEnd Stop StopFailure SubagentStart SubagentStop PreCompact PostCompact
      Setup WorktreeCreate WorktreeRemove CwdChanged FileChanged TeammateIdle TaskCreated TaskCompleted
      Elicitation ElicitationResult PromptInjectionVerdict`.split(/\s+/);
    expect(names).toHaveLength(26);
    for (const name of names) expect(nameOf(name)).toBe(name);
  });

  it("Arawn's SubagentStarted is our start, its SubagentCompleted an event of its own", () => {
    expect(nameOf("SubagentStarted")).toBe("SubagentStart");
    expect(nameOf("SubagentCompleted")).toBe("SubagentCompleted");
  });

  it.each([
    ["session.start", "SessionStart"],
    ["session.end", "SessionEnd"],
    ["tool.pre", "PreToolUse"],
    ["tool.post", "PostToolUse"],
    ["error", "Error"],
    ["turn.done", "TurnEnd"],
    ["prompt.pre", "UserPromptSubmit"],
    ["stop", "Stop"],
  ])("Opta's %s is %s", (name, canonical) => {
    expect(nameOf(name)).toBe(canonical);
  });

  it("Opta's compact is the event after compaction", () => {
    expect(nameOf("compact")).toBe("PostCompact");
  });

  it("EV-21 EV-24 thoughts and injection verdicts have names", () => {
    expect(nameOf("afterAgentThought")).toBe("AgentThought");
    expect(nameOf("agent-thought")).toBe("AgentThought");
    expect(nameOf("prompt-injection-verdict")).toBe("PromptInjectionVerdict");
  });

  it("the seven neutral names of agent: are canonical events", () => {
    const neutral = {
      "pre-tool": "PreToolUse",
      "post-tool": "PostToolUse",
      "session-start": "SessionStart",
      "session-end": "SessionEnd",
      "pre-compact": "PreCompact",
      "user-prompt": "UserPromptSubmit",
      "turn-end": "Stop",
    };
    for (const [name, canonical] of Object.entries(neutral)) {
      expect(resolveEvent(`agent:${name}`)).toEqual({ name: canonical });
    }
    expect(resolveEvent("agent:nothing")).toBeUndefined();
  });

  it("a native name keeps its spelling and belongs to one agent", () => {
    expect(resolveEvent("cc:PreToolUse")).toEqual({ name: "cc:PreToolUse", nativeTo: "claude-code" });
    expect(resolveEvent("PI:before_provider_headers")).toEqual({
      name: "pi:before_provider_headers",
      nativeTo: "pi",
    });
    expect(nativeEventName("pi", "tool_call")).toBe("pi:tool_call");
    expect(nativeEventName("some-agent", "tool_call")).toBe("some-agent:tool_call");
  });

  it("any other namespace is somebody's own event", () => {
    expect(resolveEvent("cortex:thread.start")).toEqual({ name: "cortex:thread.start" });
    expect(resolveEvent(":thread.start")).toBeUndefined();
    expect(resolveEvent("cortex:")).toBeUndefined();
  });

  it("a name nobody knows is nothing, and close ones are suggested", () => {
    expect(resolveEvent("invalid")).toBeUndefined();
    expect(suggestNames("PreToolUs", EVENT_NAMES)[0]).toBe("PreToolUse");
    expect(suggestNames("session_strat", EVENT_NAMES)[0]).toBe("SessionStart");
    expect(suggestNames("x".repeat(1000), EVENT_NAMES)).toEqual([]);
    expect(didYouMean("git", ["protect-git", "audit-log"])).toBe(' Did you mean "protect-git"?');
    expect(didYouMean("zzz", ["protect-git", "audit-log"])).toBe("");
  });

  it("names that objects inherit are no events", () => {
    for (const name of ["constructor", "toString", "agent:constructor"]) expect(resolveEvent(name)).toBeUndefined();
    expect(resolveEvent("constructor:x")).toEqual({ name: "constructor:x" });
  });
});
