import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { recordedPayloads } from "../../../test/support/recorded-payloads.js";
import { degrade } from "../../core/decision/capability.js";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import { patchFiles } from "../../core/events/patch.js";
import codex from "./index.js";

const samples = recordedPayloads(codex);
const recorded = (name: string) => samples.find(({ file }) => file === `${name}.json`)!.payload;

const by = { hook: "h", source: "user", ms: 1 };
const say = (fixture: string, decision: Partial<Decision>) => {
  const payload = recorded(fixture);
  const event = codex.decode(String(payload["hook_event_name"]), payload);
  const degraded = degrade({ ...NO_DECISION, ...decision }, codex.capability(event.name, "headless"), codex.title);
  const { stdout, exitCode } = codex.encode(degraded, event);
  expect(exitCode).toBe(0);
  return stdout === "" ? "" : (JSON.parse(stdout) as unknown);
};

describe("Codex: what it is told", () => {
  it("OU-19 nothing is said by printing nothing, and so is an allow", () => {
    expect(say("PreToolUse", {})).toBe("");
    expect(say("PreToolUse", { verdict: "allow", verdictBy: by })).toBe("");
  });

  it("OU-20 a deny carries its reason, and nothing Codex does not know", () => {
    expect(say("PreToolUse", { verdict: "deny", reason: "no" })).toEqual({
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: "no" },
    });
    expect(say("PreToolUse", { verdict: "deny" })).toMatchObject({
      hookSpecificOutput: { permissionDecisionReason: expect.stringMatching(/./) },
    });
  });

  it("a question becomes a deny, because nobody can be asked", () => {
    expect(say("PreToolUse", { verdict: "ask", reason: "sure?", verdictBy: by })).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "sure?" },
    });
  });

  it("a wish to stop is a deny before a tool, and ends the run at its start", () => {
    const stop = { value: { reason: "enough" }, by };
    expect(say("PreToolUse", { stop })).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
    expect(say("SessionStart", { stop })).toEqual({ continue: false, stopReason: "enough" });
  });

  it("a rewrite goes with the allow that Codex asks for, in its own fields", () => {
    const rewritten = {
      input: { command: "*** Begin Patch\n*** End Patch", file_path: "x", file_paths: ["x"] },
      inputBy: [by],
    };
    expect(say("PreToolUse.apply_patch", rewritten)).toEqual({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        updatedInput: { command: "*** Begin Patch\n*** End Patch" },
      },
    });
    expect(
      say("PreToolUse.spawn_agent", { input: { prompt: "less", agent_type: "default" }, inputBy: [by] }),
    ).toMatchObject({
      hookSpecificOutput: { updatedInput: { message: "less", agent_type: "default" } },
    });
  });

  it("context, replaced output, a blocked prompt, a permission and going on each have their place", () => {
    expect(say("SessionStart", { context: "c", contextBy: [by] })).toEqual({
      hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "c" },
    });
    expect(say("PostToolUse", { output: { value: "new", by } })).toEqual({ decision: "block", reason: "new" });
    expect(say("UserPromptSubmit", { verdict: "deny", reason: "no" })).toEqual({ decision: "block", reason: "no" });
    expect(say("PermissionRequest", { verdict: "allow" })).toEqual({
      hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } },
    });
    expect(say("Stop", { forceContinue: { value: { reason: "tests" }, by } })).toEqual({
      decision: "block",
      reason: "tests",
    });
  });

  it("says nothing on events where every answer was seen to have no effect", () => {
    const everything = { verdict: "deny", reason: "no", context: "c", messages: [{ value: "m", by }] } as const;
    for (const event of ["PreModelRequest", "SessionEnd", "PreCompact", "PostCompact"])
      expect(say(event, everything)).toBe("");
  });
});

describe("Codex: what it says", () => {
  const decoded = (fixture: string) => codex.decode(String(recorded(fixture)["hook_event_name"]), recorded(fixture));

  it("a patch is an edit of the files it names, so that path rules hold", () => {
    const { payload } = decoded("PreToolUse.apply_patch");
    expect(payload["tool_name"]).toBe("Write");
    expect(payload["tool_input"]).toMatchObject({ file_path: "new2.txt", file_paths: ["new2.txt"] });
  });

  it("reads every file of a patch: added, changed, removed and moved", () => {
    const patch =
      "*** Begin Patch\n*** Add File: a\n+x\n*** Update File: b\n*** Move to: c\n*** Delete File: d\n*** End Patch";
    expect(patchFiles(patch).map(({ path, does }) => `${does} ${path}`)).toEqual([
      "add a",
      "change b",
      "take c",
      "delete d",
    ]);
    expect(patchFiles("rubbish")).toEqual([]);
  });

  it("a spawned agent is an Agent call, MCP tools keep their names, output is text", () => {
    expect(decoded("PreToolUse.spawn_agent").payload).toMatchObject({
      tool_name: "Agent",
      tool_input: { prompt: "do sub work" },
    });
    expect(decoded("PostToolUse.mcp").payload["tool_name"]).toBe("mcp__mem__put");
    expect(decoded("PostToolUse").payload["tool_output"]).toBe("hello-from-tool\n");
  });

  it("a command that ended badly is found in its rollout file, by the id of the call", () => {
    const event = decoded("PostToolUse.exit3");
    const line = (id: string, exit_code: number) =>
      JSON.stringify({ type: "event_msg", payload: { item: { type: "CommandExecution", id, exit_code } } });
    expect(codex.outcomeIn?.(`half a line\n${line("call_1", 3)}\n${line("call_2", 0)}\n`, event)).toEqual({
      exit_code: 3,
      is_error: true,
    });
    expect(codex.outcomeIn?.(line("call_1", 0), event)).toEqual({ exit_code: 0 });
    expect(codex.outcomeIn?.(line("call_2", 3), event)).toEqual({});
  });

  it("its transcript tells the last answer and the model", () => {
    const text = readFileSync(join(import.meta.dirname, "fixtures/_transcript.jsonl"), "utf8");
    expect(codex.transcript?.(text)).toEqual({ lastAnswer: "done", model: "gpt-5.5" });
    const plan = {
      plan: [
        { step: "look", status: "completed" },
        { step: "act", status: "pending" },
      ],
    };
    const call = { type: "function_call", name: "update_plan", arguments: JSON.stringify(plan) };
    expect(codex.transcript?.(JSON.stringify({ type: "response_item", payload: call }))).toEqual({
      plan: "[completed] look\n[pending] act",
    });
    expect(codex.transcript?.("rubbish\n{}")).toEqual({});
  });

  it("knows from the permission mode whether anyone can be asked", () => {
    expect(codex.presence(recorded("PreToolUse"), {}).presence).toBe("headless");
    expect(codex.presence(recorded("PermissionRequest"), {}).presence).toBe("interactive");
    expect(codex.presence(recorded("SessionStart"), {}).presence).not.toBe("interactive");
  });
});
