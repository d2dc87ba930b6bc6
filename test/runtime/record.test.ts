import { describe, expect, it } from "vitest";
import { type Decision, NO_DECISION } from "../../src/core/decision/decision.js";
import { EVENT_NAMES } from "../../src/core/events/events.js";
import type { EventRecord } from "../../src/core/records/records.js";
import { recordOf } from "../../src/runtime/record/make-record.js";
import { newRecordId } from "../../src/runtime/record/record-id.js";

function record(name: string, payload: object, decision: Partial<Decision> = {}, agent = "claude-code"): EventRecord {
  return recordOf({
    event: { name, payload: { hook_event_name: name, session_id: "s", ...payload } },
    decision: { ...NO_DECISION, ...decision },
    agent,
    native: name,
    presence: "headless",
    ms: 1.234,
    way: "daemon",
    at: 1,
    id: "x",
    project: "/work",
  });
}

const afterTool = (tool_name: string, more: object) =>
  record("PostToolUse", { tool_name, tool_input: {}, ...more }).payload;
const SECRET = `ghp_${"a1B2c3D4".repeat(5)}`;

describe("what is kept of a payload", () => {
  it("SE-17 contents of files are counted, not kept, also inside MultiEdit", () => {
    const tool_input = {
      file_path: "/a.ts",
      content: "private words",
      old_string: "before",
      edits: [{ old_string: "one", new_string: "three" }],
      command: "x".repeat(900),
    };
    const { payload } = record("PreToolUse", { tool_name: "MultiEdit", tool_input });
    expect(payload["tool_input"]).toEqual({
      file_path: "/a.ts",
      content: "<13 chars>",
      old_string: "<6 chars>",
      edits: [{ old_string: "<3 chars>", new_string: "<5 chars>" }],
      command: "x".repeat(500),
    });
  });

  it("CP-04 CP-09 EV-21 prompts, answers and thoughts up to their lengths", () => {
    expect(record("UserPromptSubmit", { prompt: "p".repeat(12_000) }).payload["prompt"]).toHaveLength(10_000);
    expect(
      record("Stop", { last_assistant_message: "r".repeat(6_000) }).payload["last_assistant_message"],
    ).toHaveLength(5_000);
    expect(record("AgentThought", { text: "t".repeat(5_000) }).payload["text"]).toHaveLength(2_000);
  });

  it("ids, folders and other facts stay as they are", () => {
    const facts = {
      cwd: "/w",
      transcript_path: `/t/${"d".repeat(900)}`,
      tool_use_id: "t1",
      duration_ms: 5,
      ok: false,
      none: null,
    };
    expect(record("PreToolUse", { ...facts, tool_name: "Bash", tool_input: {} }).payload).toMatchObject(facts);
  });

  it("CP-05 a long Read is a number, other output 500 characters", () => {
    expect(afterTool("Read", { tool_response: { file: { content: "c".repeat(300) } } })["output_summary"]).toBe(
      "Read 300 chars",
    );
    expect(afterTool("Read", { tool_output: "short" })["output_summary"]).toBe("short");
    expect(
      afterTool("Bash", { tool_response: { stdout: "o".repeat(900), stderr: "" } })["output_summary"],
    ).toHaveLength(500);
    expect(JSON.stringify(afterTool("Bash", { tool_response: { stdout: "hidden".repeat(200) } }))).not.toContain(
      "tool_response",
    );
  });

  it("CP-05 the status of a fetched page is no exit code", () => {
    const { payload } = record("PostToolUse", { tool_name: "WebFetch", tool_response: { code: 200, result: "hello" } });
    expect(payload).toMatchObject({ success: true });
  });

  it("CP-05 the exit code says whether it worked; words on stderr alone do not", () => {
    const outcome = (more: object) => {
      const { success, error } = afterTool("Bash", more);
      return [success, error];
    };
    expect(outcome({ tool_response: { stdout: "", stderr: "warning", exit_code: 0 } })).toEqual([true, undefined]);
    expect(outcome({ tool_response: { stdout: "", stderr: "warning" } })).toEqual([true, undefined]);
    expect(outcome({ tool_response: { stdout: "out", stderr: "bad", exitCode: 2 } })).toEqual([false, "bad"]);
    expect(outcome({ exit_code: 0, is_error: true })).toEqual([true, undefined]);
    expect(outcome({ is_error: true, tool_output: "it broke" })).toEqual([false, "it broke"]);
    expect(record("PostToolUseFailure", { tool_name: "Bash", error: "no such file" }).payload).toMatchObject({
      success: false,
      error: "no such file",
    });
  });

  it("T10 a secret in any field of any event leaves no trace", () => {
    const everywhere = {
      prompt: SECRET,
      tool_name: "Bash",
      tool_input: { command: `echo ${SECRET}`, nested: [{ deep: SECRET }], [SECRET]: 1 },
      tool_output: `${"x".repeat(490)} ${SECRET}`,
      tool_response: { stdout: SECRET, stderr: SECRET, exit_code: 1 },
      error: SECRET,
      message: SECRET,
      text: SECRET,
      last_assistant_message: `${"y ".repeat(2_490)}${SECRET}`,
      compact_summary: SECRET,
      unknown: { list: [SECRET] },
      transcript_path: `/home/${SECRET}/t`,
    };
    for (const name of [...EVENT_NAMES, "my:event"]) {
      const made = record(name, everywhere, { verdict: "deny", reason: `because of ${SECRET}` });
      expect(JSON.stringify(made)).not.toContain(SECRET.slice(4, 16));
      expect(made.reason).toBe("because of [redacted:github-token]");
    }
  });

  it("no half of a secret is left where a text was cut", () => {
    for (let pad = 2_440; pad < 2_560; pad += 7) {
      const made = record("PreToolUse", {
        tool_name: "Bash",
        tool_input: { command: `${"PASSWORD=hunter2 ".repeat(200).slice(0, pad)} ${SECRET}` },
      });
      expect(JSON.stringify(made)).not.toContain("ghp_a");
    }
  });

  it("stays small and never throws, whatever it is given", () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    const wide = (depth: number): unknown => (depth === 0 ? 1 : Array.from({ length: 60 }, () => wide(depth - 1)));
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`field${i}`, "\0".repeat(400)]));
    for (const payload of [
      { circle },
      { wide: wide(3) },
      many,
      { tool_input: many },
      { prompt: "\u0001".repeat(20_000) },
      { n: 1n },
    ]) {
      const made = record("PostToolUse", payload);
      expect(Buffer.byteLength(JSON.stringify(made.payload))).toBeLessThanOrEqual(64_000);
      expect(made.session).toBe("s");
    }
  });
});

describe("which records are of the same occurrence", () => {
  const key = (name: string, payload: object, agent?: string) => record(name, payload, {}, agent).dedupe;
  const near = (name: string, payload: object) => record(name, payload).dedupeMs;

  it("DD-01 a start: session, agent and source", () => {
    const keys = [
      key("SessionStart", { source: "startup" }),
      key("SessionStart", { source: "startup" }, "cursor"),
      key("SessionStart", { source: "startup" }),
    ];
    expect(new Set(keys).size).toBe(2);
    expect(key("SessionStart", { source: "resume" })).not.toBe(keys[0]);
  });

  it("DD-02 a prompt: its generation and words; without a generation only for 10 s", () => {
    expect(key("UserPromptSubmit", { prompt: "a" })).toBe(key("UserPromptSubmit", { prompt: "a" }));
    expect(key("UserPromptSubmit", { prompt: "a", generation_id: "1" })).not.toBe(
      key("UserPromptSubmit", { prompt: "a", generation_id: "2" }),
    );
    expect([
      near("UserPromptSubmit", { prompt: "a" }),
      near("UserPromptSubmit", { prompt: "a", generation_id: "1" }),
    ]).toEqual([10_000, undefined]);
  });

  it("DD-03 a tool's result: its call id, else name, input and output", () => {
    const result = (more: object) =>
      key("PostToolUse", { tool_name: "Bash", tool_input: { command: "ls" }, tool_output: "a", ...more });
    expect(result({ tool_use_id: "t", tool_output: "b" })).toBe(result({ tool_use_id: "t" }));
    expect(result({})).toBe(result({}));
    expect(result({ tool_output: "b" })).not.toBe(result({}));
    expect([near("PostToolUse", { tool_use_id: "t" }), near("PostToolUse", { tool_name: "Bash" })]).toEqual([
      undefined,
      10_000,
    ]);
  });

  it("DD-04 DD-05 a stop without words and an end: the session", () => {
    expect(key("Stop", {})).toBe(key("Stop", { transcript_path: "/t" }));
    expect(key("Stop", { stop_hook_active: true })).not.toBe(key("Stop", {}));
    expect(key("SessionEnd", { reason: "exit" })).toBe(key("SessionEnd", { reason: "other" }));
  });

  it("DD-06 a call before it runs: its id, and never its words alone", () => {
    expect(key("PreToolUse", { tool_use_id: "t" })).toBe(key("PreToolUse", { tool_use_id: "t", tool_input: {} }));
    expect(key("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } })).toBeUndefined();
  });

  it("DD-07 subagents by their id, compactions by their tokens, thoughts by their first 500 characters", () => {
    expect(key("SubagentStart", { agent_id: "a" })).toBe(key("SubagentStart", { agent_id: "a", agent_type: "x" }));
    expect(key("PreCompact", { context_tokens: 5 })).toBe(key("PreCompact", { context_tokens: 5, trigger: "auto" }));
    expect(key("PreCompact", { context_tokens: 5 })).not.toBe(key("PreCompact", { context_tokens: 6 }));
    const thought = "t".repeat(500);
    expect(key("AgentThought", { text: `${thought}a` })).toBe(key("AgentThought", { text: `${thought}b` }));
    expect(key("AgentThought", { text: "a" })).not.toBe(key("AgentThought", { text: "b" }));
  });

  it("DD-08 a key is a keyed hash: no words of a prompt are in it", () => {
    expect(key("UserPromptSubmit", { prompt: "words" })).toMatch(/^k1:[0-9a-f]{64}$/);
  });

  it("ids of records sort by time", () => {
    expect([newRecordId(5), newRecordId(70_000), newRecordId(1_800_000_000_000)].map((id) => id.length)).toEqual([
      33, 33, 33,
    ]);
    expect(newRecordId(5) < newRecordId(70_000)).toBe(true);
  });
});
