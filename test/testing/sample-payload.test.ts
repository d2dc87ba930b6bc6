import { describe, expect, it } from "vitest";
import { EVENT_NAMES, eventSpec } from "../../src/core/events/events.js";
import { normalizePayload } from "../../src/core/events/normalize.js";
import { createHooks } from "../../src/index.js";
import { samplePayload } from "../../src/testing/index.js";

describe("samplePayload", () => {
  it.each(EVENT_NAMES)("%s has what its matcher tests and what tells two occurrences apart", (event) => {
    const payload = samplePayload(event);
    expect(payload.hook_event_name).toBe(event);
    const { matches, dedupe } = eventSpec(event);
    if (matches !== null) expect(payload[matches]).toEqual(expect.any(String));
    if (dedupe.length > 0) expect(dedupe.some((field) => payload[field] !== undefined)).toBe(true);
    expect(normalizePayload(event, { ...payload })).toEqual(payload);
  });

  it("is a fresh copy each time", () => {
    samplePayload("PreToolUse").tool_input["command"] = "changed";
    expect(samplePayload("PreToolUse").tool_input["command"]).toBe("npm test");
  });

  it("can be fired as it is", async () => {
    const hooks = createHooks();
    for (const event of EVENT_NAMES) {
      hooks.on(event, () => undefined);
      const { hooks: runs } = await hooks.fire(event, samplePayload(event));
      expect(runs.map(({ outcome }) => outcome)).toEqual(["none"]);
    }
  });
});
