import { describe, expect, it } from "vitest";
import { createHooks, NO_DECISION } from "../../src/index.js";

const CALL = { tool_name: "Bash", tool_input: { command: "ls" } };

describe("EX-13 without hooks", () => {
  it("EX-13 every fire gives the same frozen decision, and even the same promise", async () => {
    const [one, other] = [createHooks(), createHooks({ hooks: [] })];
    expect(one.fire("PreToolUse", CALL)).toBe(other.fire("Stop", {}));
    expect(await one.fire("PreToolUse", CALL)).toBe(NO_DECISION);
    expect(Object.isFrozen(NO_DECISION) && Object.isFrozen(NO_DECISION.hooks)).toBe(true);
    expect(one.has("PreToolUse")).toBe(false);
  });

  it("EX-13 the same holds for events and calls that no hook is for", async () => {
    const hooks = createHooks();
    const undo = hooks.on("PreToolUse", { matcher: "Edit" }, () => undefined);
    expect(hooks.has("PreToolUse")).toBe(true);
    expect(await hooks.fire("PreToolUse", CALL)).toBe(NO_DECISION);
    expect(await hooks.fire("SessionStart", {})).toBe(NO_DECISION);
    undo();
    expect(hooks.has("PreToolUse")).toBe(false);
    expect(await hooks.fire("PreToolUse", { ...CALL, tool_name: "Edit" })).toBe(NO_DECISION);
  });
});
