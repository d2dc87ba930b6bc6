import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import gemini from "../../src/adapters/gemini/index.js";
import { NO_DECISION } from "../../src/core/decision/decision.js";
import type { HookEvent } from "../../src/core/events/payload.js";
import { identifyCall } from "../../src/runtime/call/identify-call.js";
import { FileState } from "../../src/runtime/platform/file-state.js";

let state: FileState;
beforeEach(() => {
  state = new FileState(mkdtempSync(join(tmpdir(), "snaphook-state-")));
});
const identify = (event: HookEvent) => identifyCall(gemini, event, state);

const eventOf = (name: string, command: string, more: object = {}) => ({
  name,
  payload: { hook_event_name: name, session_id: "s", tool_name: "Bash", tool_input: { command }, ...more },
});
async function idOf(name: string, command: string, more: object = {}): Promise<unknown> {
  return (await identify(eventOf(name, command, more))).event.payload["tool_use_id"];
}

describe("calls of an agent that sends no ids", () => {
  it("have the same id before and after the tool", async () => {
    const before = await idOf("PreToolUse", "ls");
    expect(before).toMatch(/^call_/);
    expect(await idOf("PermissionRequest", "ls")).toBe(before);
    expect(await idOf("PostToolUse", "ls")).toBe(before);
    expect(await idOf("PostToolUse", "ls")).not.toBe(before);
  });

  it("are told apart by their arguments", async () => {
    const [one, two] = [await idOf("PreToolUse", "ls"), await idOf("PreToolUse", "pwd")];
    expect(await idOf("PostToolUse", "pwd")).toBe(two);
    expect(await idOf("PostToolUse", "ls")).toBe(one);
  });

  it("of the same words are told apart by their order", async () => {
    const [one, two] = [await idOf("PreToolUse", "ls"), await idOf("PreToolUse", "ls")];
    expect(one).not.toBe(two);
    expect([await idOf("PostToolUse", "ls"), await idOf("PostToolUseFailure", "ls")]).toEqual([one, two]);
  });

  it("are found after a rewrite changed their arguments", async () => {
    const before = await idOf("PreToolUse", "ls");
    expect(await idOf("PostToolUse", "ls -la")).toBe(before);
  });

  it("that were denied are not taken for later ones", async () => {
    const denied = await identify(eventOf("PreToolUse", "ls"));
    await denied.settle({ ...NO_DECISION, verdict: "deny" });
    const next = await idOf("PreToolUse", "ls");
    expect(await idOf("PostToolUse", "ls")).toBe(next);
  });

  it("of an earlier turn are forgotten", async () => {
    const old = await idOf("PreToolUse", "ls");
    await identify(eventOf("UserPromptSubmit", ""));
    expect(await idOf("PostToolUse", "ls")).not.toBe(old);
  });

  it("keep an id that the agent does send", async () => {
    expect(await idOf("PreToolUse", "ls", { tool_use_id: "own" })).toBe("own");
  });
});
