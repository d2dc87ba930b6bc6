import { describe, expect, it } from "vitest";
import { dedupeKey } from "../../src/core/events/dedupe.js";
import { EVENT_NAMES, EVENTS } from "../../src/core/events/events.js";

const keyOf = (name: string, payload: object) => dedupeKey({ name, payload: { hook_event_name: name, ...payload } });

describe("the key of one occurrence", () => {
  it("two deliveries of one tool call meet, whatever else they carry", () => {
    const first = keyOf("PreToolUse", { session_id: "s", tool_use_id: "t", hook_origin: "claude_config" });
    const second = keyOf("PreToolUse", { session_id: "s", tool_use_id: "t", hook_origin: "cursor_config" });
    expect(first).toBeDefined();
    expect(second).toBe(first);
  });

  it("another call, another session and another event are other occurrences", () => {
    const keys = [
      keyOf("PreToolUse", { session_id: "s", tool_use_id: "t" }),
      keyOf("PreToolUse", { session_id: "s", tool_use_id: "u" }),
      keyOf("PreToolUse", { session_id: "r", tool_use_id: "t" }),
      keyOf("PostToolUse", { session_id: "s", tool_use_id: "t" }),
    ];
    expect(new Set(keys).size).toBe(4);
  });

  it("an occurrence that does not say which it is meets no other", () => {
    expect(keyOf("PreToolUse", { session_id: "s", tool_name: "Bash" })).toBeUndefined();
    expect(keyOf("PreToolUse", { tool_use_id: "t" })).toBeUndefined();
    expect(keyOf("cortex:x", {})).toBeUndefined();
    expect(keyOf("cortex:x", { session_id: "s", step: 1 })).toBeUndefined();
  });

  it("the order of keys in a payload does not matter", () => {
    const one = keyOf("PermissionRequest", { session_id: "s", tool_input: { a: 1, b: { c: 2, d: 3 } } });
    const two = keyOf("PermissionRequest", { session_id: "s", tool_input: { b: { d: 3, c: 2 }, a: 1 } });
    expect(one).toBe(two);
  });

  it("every event with fields to tell occurrences apart uses all of them", () => {
    for (const name of EVENT_NAMES) {
      for (const field of EVENTS[name].dedupe) {
        const [one, two] = ["1", "2"].map((value) => keyOf(name, { session_id: "s", [field]: value }));
        expect([name, field, one]).not.toEqual([name, field, two]);
      }
    }
  });
});
