import { describe, expect, it } from "vitest";
import { type Ability, EVENT_NAMES, EVENTS, eventCan, eventSpec, isEventName } from "../../src/core/events/events.js";

/** What hooks can do, written out by hand; an event that is not listed can only be watched. */
const ABILITIES: Partial<Record<keyof typeof EVENTS, readonly Ability[]>> = {
  PreToolUse: ["allow", "ask", "deny", "rewrite", "context"],
  PostToolUse: ["context", "replaceOutput"],
  PostToolUseFailure: ["context"],
  PostToolBatch: ["deny", "context"],
  PreToolSelection: ["context"],
  PermissionRequest: ["allow", "ask", "deny", "rewrite"],
  UserPromptSubmit: ["deny", "context"],
  UserPromptExpansion: ["deny", "context"],
  SessionStart: ["context"],
  Setup: ["context"],
  Stop: ["context", "forceContinue"],
  SubagentStart: ["context"],
  SubagentStop: ["context", "forceContinue"],
  PreModelRequest: ["context"],
  PreModelSwitch: ["allow", "ask", "deny"],
  PostModelSwitch: ["context"],
  PreCompact: ["deny"],
  TaskCreated: ["deny"],
  TaskCompleted: ["deny"],
  TeammateIdle: ["deny"],
  ConfigChange: ["deny"],
  WorktreeCreate: ["deny"],
  Notification: ["context"],
  Elicitation: ["deny"],
  ElicitationResult: ["deny"],
};

describe("the event catalogue", () => {
  it("says for every event what a hook can do on it", () => {
    for (const name of EVENT_NAMES) expect([name, EVENTS[name].can]).toEqual([name, ABILITIES[name] ?? []]);
  });

  it("PreToolUse can deny, change the input and add context", () => {
    for (const ability of ["deny", "rewrite", "context"] as const) expect(eventCan("PreToolUse", ability)).toBe(true);
  });

  it("what happens after a tool ran cannot be blocked, only commented on", () => {
    for (const name of ["PostToolUse", "PostToolUseFailure"]) {
      expect(eventCan(name, "deny")).toBe(false);
      expect(eventCan(name, "context")).toBe(true);
    }
  });

  it("EV-05 EV-11 EV-16 EV-18 EV-19 EV-21 EV-24 events that can only be watched are in it", () => {
    const watched = [
      "PermissionDenied",
      "StopFailure",
      "PostCompact",
      "Error",
      "TurnEnd",
      "AgentThought",
      "PromptInjectionVerdict",
    ];
    for (const name of watched) {
      expect(isEventName(name)).toBe(true);
      expect(eventSpec(name).can).toEqual([]);
    }
  });

  it("names the payload field a matcher is tested against", () => {
    expect(EVENTS.PreToolUse.matches).toBe("tool_name");
    expect(EVENTS.SessionStart.matches).toBe("source");
    expect(EVENTS.Notification.matches).toBe("notification_type");
    expect(EVENTS.UserPromptSubmit.matches).toBeNull();
  });

  it("no event lets an observer's failure block", () => {
    for (const name of EVENT_NAMES) expect(EVENTS[name].onFailure).toBe("allow");
  });

  it("an event of another namespace takes every answer, for whoever emitted it", () => {
    expect(isEventName("cortex:thread.start")).toBe(false);
    for (const ability of ABILITIES.PreToolUse!) expect(eventCan("cortex:thread.start", ability)).toBe(true);
    expect(eventCan("cortex:thread.start", "forceContinue")).toBe(true);
  });

  it("names that objects inherit are no events", () => {
    for (const name of ["constructor", "toString", "__proto__"]) expect(isEventName(name)).toBe(false);
  });
});
