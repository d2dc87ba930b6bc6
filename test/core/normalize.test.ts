import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normalizePayload, readToolInput } from "../../src/core/events/normalize.js";

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64");

describe("payloads as agents send them", () => {
  it("IN-01 canonical fields pass unchanged", () => {
    const payload = {
      hook_event_name: "PostToolUse",
      tool_name: "Bash",
      tool_input: { command: "ls", file_path: "/a", pattern: "x" },
      tool_use_id: "t1",
      tool_result: { output: "ok", is_error: false },
      prompt: "do it",
      session_id: "s1",
      conversation_id: "c1",
      cwd: "/repo",
      agent_id: "a1",
      stop_hook_active: false,
      compact_summary: "short",
    };
    expect(normalizePayload("PostToolUse", payload)).toEqual(payload);
  });

  it("IN-01 the event is named in canonical words, whatever the agent called it", () => {
    expect(normalizePayload("PreToolUse", { hook_event_name: "BeforeTool", tool_name: "x" }).hook_event_name).toBe(
      "PreToolUse",
    );
  });

  it.each(["session_id", "sessionId", "conversation_id", "conversationId", "trajectory_id"])(
    "IN-09 the session is found under %s",
    (field) => {
      expect(normalizePayload("Stop", { [field]: "s1" }).session_id).toBe("s1");
    },
  );

  it.each(["generation_id", "generationId", "execution_id"])("IN-09 the generation is found under %s", (field) => {
    expect(normalizePayload("Stop", { [field]: "g1" }).generation_id).toBe("g1");
  });

  it("IN-09 the canonical name wins over its aliases, and nothing is thrown away", () => {
    const payload = normalizePayload("Stop", { conversation_id: "other", session_id: "mine", extra: 1 });
    expect(payload).toEqual({
      hook_event_name: "Stop",
      conversation_id: "other",
      session_id: "mine",
      extra: 1,
    });
  });

  it("IN-10 tool input may be an object, a JSON text, a plain text or nothing", () => {
    expect(readToolInput({ command: "ls" })).toEqual({ command: "ls" });
    expect(readToolInput('{"command":"ls"}')).toEqual({ command: "ls" });
    expect(readToolInput("ls -l")).toEqual({ raw: "ls -l" });
    expect(readToolInput(null)).toEqual({});
    expect(readToolInput(undefined)).toEqual({});
    expect(readToolInput("[1]")).toEqual({ raw: "[1]" });
    expect(readToolInput(7)).toEqual({ raw: 7 });
  });

  it("IN-10 tool input is found under its aliases", () => {
    for (const field of ["tool_input", "toolInput", "toolArgs", "params", "parameters", "args"]) {
      const payload = normalizePayload("PreToolUse", { tool_name: "x", [field]: '{"a":1}' });
      expect(payload["tool_input"]).toEqual({ a: 1 });
    }
  });

  it("a tool event without a tool still has the fields hooks rely on", () => {
    expect(normalizePayload("PreToolUse", {})).toEqual({
      hook_event_name: "PreToolUse",
      tool_name: "",
      tool_input: {},
    });
    expect(normalizePayload("SessionStart", {})).toEqual({ hook_event_name: "SessionStart" });
  });

  it("IN-11 a base64 copy of the output is decoded", () => {
    expect(normalizePayload("PostToolUse", { tool_output_b64: base64("grüße \"'$") })["tool_output"]).toBe(
      "grüße \"'$",
    );
  });

  it("IN-11 invalid UTF-8 becomes replacement characters, and what is no base64 nothing", () => {
    const broken = base64(new Uint8Array([0x61, 0xff, 0xfe, 0x62]));
    expect(normalizePayload("PostToolUse", { tool_output_b64: broken })["tool_output"]).toBe("a\ufffd\ufffdb");
    expect(normalizePayload("PostToolUse", { tool_output_b64: "%%%" })["tool_output"]).toBe("");
  });

  it("IN-11 a plain output wins over its copy", () => {
    const payload = normalizePayload("PostToolUse", {
      tool_output: "plain",
      tool_output_b64: base64("other"),
    });
    expect(payload["tool_output"]).toBe("plain");
  });

  it("IN-12 a nested tool_info is flattened", () => {
    const payload = normalizePayload("PostToolUse", {
      trajectory_id: "s1",
      tool_info: { command_line: "ls", cwd: "/repo" },
    });
    expect(payload).toMatchObject({ session_id: "s1", command_line: "ls", cwd: "/repo" });
    expect(payload["tool_input"]).toEqual({ command_line: "ls", cwd: "/repo" });
  });

  it("IN-12 tool_info never overwrites what the payload says itself", () => {
    const payload = normalizePayload("PreToolUse", {
      tool_input: { a: 1 },
      cwd: "/mine",
      tool_info: { cwd: "/other" },
    });
    expect(payload).toMatchObject({ tool_input: { a: 1 }, cwd: "/mine" });
  });

  it("whatever comes in, a payload with an event name and an object as input comes out", () => {
    const anything = fc.dictionary(
      fc.constantFrom("tool_input", "toolArgs", "tool_info", "tool_output_b64", "session_id", "tool", "__proto__", "x"),
      fc.anything(),
    );
    fc.assert(
      fc.property(anything, (raw) => {
        const payload = normalizePayload("PreToolUse", raw);
        expect(payload.hook_event_name).toBe("PreToolUse");
        expect(payload["tool_input"]).toBeTypeOf("object");
        expect(payload["tool_name"]).toBeTypeOf("string");
      }),
    );
  });
});
