import { describe, expect, it } from "vitest";
import { CaptureRows, START } from "../support/capture-rows.js";

/** A session with a prompt at hand. */
function atWork(): CaptureRows {
  const rows = new CaptureRows();
  rows.take(0, "UserPromptSubmit", { prompt: "mend the roof" });
  return rows;
}

describe("activities", () => {
  it("CP-05 a tool's result becomes an activity", () => {
    const rows = atWork();
    const input = { command: "npm test", description: "run the tests" };
    rows.take(
      2,
      "PostToolUse",
      { tool_name: "Bash", tool_input: input, output_summary: "42 passed", success: true, duration_ms: 900 },
      { id: "r7" },
    );
    expect(rows.activities()).toEqual([
      {
        id: "r7",
        session: "s1",
        batch: "s1:1",
        at: START + 2000,
        kind: "tool",
        name: "Bash",
        input,
        summary: "42 passed",
        success: true,
        ms: 900,
      },
    ]);
  });

  it("CP-05 it names the file, and what went wrong", () => {
    const rows = atWork();
    const input = { file_path: "/p/a.ts", old_string: "<4 chars>" };
    rows.take(1, "PostToolUse", { tool_name: "Edit", tool_input: input, success: false, error: "no match" });
    rows.take(2, "PostToolUseFailure", { tool_name: "Edit", tool_input: input, error: "e".repeat(900) });
    rows.take(3, "PostToolUse", { tool_name: "Edit", tool_input: input, is_error: true });
    expect(rows.activities()).toMatchObject([
      { file: "/p/a.ts", success: false, error: "no match" },
      { file: "/p/a.ts", success: false, error: "e".repeat(500) },
      { file: "/p/a.ts", success: false },
    ]);
  });

  it("CP-05 keeps 500 characters of an output that was not summed up, and stands any payload", () => {
    const rows = atWork();
    rows.take(1, "PostToolUse", { tool_name: "Bash", tool_input: "ls", tool_output: "o".repeat(900) });
    rows.take(2, "PostToolUse", { tool_name: 7, tool_input: null, output_summary: {}, error: [], duration_ms: "1" });
    expect(rows.activities()).toMatchObject([
      { name: "Bash", input: {}, summary: "o".repeat(500), success: true },
      { name: "unknown tool", input: {}, success: true },
    ]);
  });

  it("EV-21 leaves out thoughts of nine characters and keeps 2,000 of long ones", () => {
    const rows = atWork();
    rows.take(1, "AgentThought", { text: "too short" });
    expect(rows.activities()).toEqual([]);
    rows.take(2, "AgentThought", { text: "t".repeat(5000), duration_ms: 50 });
    rows.take(3, "AgentThought", { text: "ten chars!" });
    expect(rows.activities()).toMatchObject([
      { kind: "thought", summary: "t".repeat(2000), ms: 50 },
      { kind: "thought", summary: "ten chars!" },
    ]);
  });

  it("IN-17 keeps what is known before a compaction", () => {
    const rows = atWork();
    const facts = {
      trigger: "auto",
      context_usage_percent: 90,
      context_tokens: 180_000,
      context_window_size: 200_000,
      message_count: 40,
      messages_to_compact: 30,
      is_first_compaction: true,
    };
    rows.take(1, "PreCompact", { ...facts, cursor_version: "2.4.0" });
    expect(rows.activities()).toMatchObject([{ kind: "compact", name: "PreCompact", input: facts, batch: "s1:1" }]);
    expect(Object.keys(rows.activities()[0]!.input!)).toEqual(Object.keys(facts));
  });

  it("CP-05 what a subagent does belongs to the session, and its start and stop are told", () => {
    const rows = atWork();
    rows.take(1, "SubagentStart", { agent_id: "a1", agent_type: "explore" });
    rows.take(2, "PostToolUse", { agent_id: "a1", tool_name: "Read", tool_input: { file_path: "/p/b.ts" } });
    rows.take(3, "SubagentStop", { agent_id: "a1", agent_type: "explore", last_assistant_message: "found it" });
    rows.take(4, "SubagentCompleted", { agent_id: "a2", success: false, error: "ran out of turns" });
    expect(rows.activities()).toMatchObject([
      { kind: "subagent", name: "explore", input: { event: "SubagentStart", agent_id: "a1" }, success: true },
      { kind: "tool", name: "Read", file: "/p/b.ts" },
      { kind: "subagent", name: "explore", input: { event: "SubagentStop" }, summary: "found it", success: true },
      { kind: "subagent", name: "subagent", success: false, error: "ran out of turns" },
    ]);
    expect(rows.batchesOf()).toMatchObject([{ activities: 1, status: "active" }]);
    expect(rows.batchesOf()[0]).not.toHaveProperty("response");
  });

  it("CP-05 questions about permissions and their outcome", () => {
    const rows = atWork();
    const call = { tool_name: "Write", tool_input: { file_path: "/p/c.ts" } };
    rows.take(1, "PermissionRequest", call);
    rows.take(2, "PermissionDenied", { ...call, reason: "not there" });
    rows.take(3, "PermissionResult", { tool_name: "shell", decision: "denied_by_user" });
    rows.take(4, "PermissionResult", { tool_name: "shell", decision: "approved_for_session" });
    expect(rows.activities()).toMatchObject([
      { kind: "permission", name: "Write", file: "/p/c.ts", success: true },
      { kind: "permission", name: "Write", success: false, summary: "not there" },
      { kind: "permission", name: "shell", success: false, summary: "denied_by_user" },
      { kind: "permission", name: "shell", success: true, summary: "approved_for_session" },
    ]);
  });

  it("CP-05 notices, failures of a turn and changed files", () => {
    const rows = atWork();
    rows.take(1, "Notification", { notification_type: "idle_prompt", message: "waiting" });
    rows.take(2, "Error", { error: "no network" });
    rows.take(3, "FileChanged", { file_path: "/p/.env", event: "change" });
    expect(rows.activities()).toMatchObject([
      { kind: "notification", name: "idle_prompt", summary: "waiting", success: true },
      { kind: "notification", name: "Error", error: "no network", success: false },
      { kind: "file", name: "change", file: "/p/.env", success: true },
    ]);
  });

  it("CP-06 only a tool opens a batch: what else comes after the stop belongs to the last one", () => {
    const rows = atWork();
    rows.take(1, "Stop");
    rows.take(2, "Notification", { message: "waiting for you" });
    rows.take(3, "TurnEnd", { turn_index: 1 });
    expect(rows.batchesOf()).toMatchObject([{ status: "completed", activities: 0, endedAt: START + 1000 }]);
    expect(rows.activities()).toMatchObject([{ batch: "s1:1" }]);
  });
});
