import { describe, expect, it } from "vitest";
import { capture } from "../../src/capture/index.js";
import { CaptureRows, eventRecord, START } from "../support/capture-rows.js";

const PROMPT = { prompt: "mend the roof" };
const tool = (name: string, input: object = {}, more: object = {}) => ({ tool_name: name, tool_input: input, ...more });

describe("sessions", () => {
  it("CP-01 two starts of one id make one row; other sessions run beside it", () => {
    const rows = new CaptureRows();
    rows.take(0, "SessionStart", { source: "startup", model: "opus" });
    rows.take(1, "SessionStart", { source: "startup" }, { session: "s2", agent: "cursor" });
    rows.take(9, "SessionStart", { source: "resume" });
    expect(rows.sessions).toHaveLength(2);
    expect(rows.session()).toEqual({
      id: "s1",
      agent: "claude-code",
      project: "/home/user/project",
      source: "resume",
      model: "opus",
      startedAt: START,
      lastAt: START + 9000,
      status: "active",
    });
  });

  it("CP-01 a session whose start nobody saw begins with its first event", () => {
    const rows = new CaptureRows();
    rows.take(3, "UserPromptSubmit", { ...PROMPT, transcript_path: "/t.jsonl" });
    expect(rows.session()).toMatchObject({ startedAt: START + 3000, status: "active", transcriptPath: "/t.jsonl" });
  });

  it("CP-01 the same events make the same rows", () => {
    const record = eventRecord("PostToolUse", tool("Bash"));
    const none = { batches: [], activities: [], siblings: [] };
    expect(capture.changes(record, none, false)).toEqual(capture.changes(record, none, false));
    expect(capture.needs(record, false)).toEqual(capture.needs(record, false));
  });

  it("CP-01 when it was last used is written down to the second", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", PROMPT);
    expect(rows.take(0.9, "PreToolUse", tool("Bash"))).toEqual([]);
    expect(rows.take(0.9, "PreToolUse", tool("Bash", {}, { transcript_path: "/t.jsonl" }))).toHaveLength(1);
    rows.take(1.9, "PreToolUse", tool("Bash"));
    expect(rows.session()).toMatchObject({ lastAt: START + 1900, transcriptPath: "/t.jsonl" });
    expect(rows.batchesOf()).toMatchObject([{ lastAt: START + 1900 }]);
  });

  it("CP-01 an event without a session changes nothing", () => {
    expect(new CaptureRows().take(0, "UserPromptSubmit", PROMPT, { session: undefined })).toEqual([]);
  });

  it("CP-07 a compacted session goes on in a batch of its own", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", PROMPT);
    rows.take(5, "SessionStart", { source: "compact" });
    expect(rows.batchesOf()).toMatchObject([
      { number: 1, kind: "user", status: "completed" },
      { number: 2, kind: "system", prompt: "[Continuation after context compaction]", status: "active" },
    ]);
  });

  it.each([
    ["claude-code", "clear", 1],
    ["claude-code", "compact", 1],
    ["claude-code", "resume", 0],
    ["claude-code", "startup", 0],
    ["cursor", "resume", 1],
    ["cursor", "new_context", 1],
    ["cursor", "startup", 0],
    ["claude-code", "constructor", 0],
  ])("CP-07 %s starting by %s makes %i system batches", (agent, source, count) => {
    const rows = new CaptureRows();
    rows.take(0, "SessionStart", { source }, { agent });
    expect(rows.batchesOf().filter(({ kind }) => kind === "system")).toHaveLength(count);
  });

  it("CP-14 the end closes the batch and says what the session came to", () => {
    const rows = new CaptureRows();
    rows.take(0, "SessionStart");
    rows.take(1, "UserPromptSubmit", PROMPT);
    rows.take(2, "PostToolUse", tool("Read", { file_path: "/p/a.ts" }));
    rows.take(3, "PostToolUse", tool("Edit", { file_path: "/p/a.ts" }));
    rows.take(4, "PostToolUseFailure", tool("Bash", { command: "npm test" }, { error: "exit 1" }));
    rows.take(90, "SessionEnd", { response: "All done." });
    expect(rows.session()).toMatchObject({ status: "completed", endedAt: START + 90_000 });
    expect(rows.session()?.stats).toEqual({
      prompts: 1,
      activities: 3,
      failures: 1,
      tools: { Read: 1, Edit: 1, Bash: 1 },
      files: ["/p/a.ts"],
      durationMinutes: 1.5,
      lowValue: false,
    });
    expect(rows.batchesOf()).toMatchObject([{ status: "queued", response: "All done.", endedAt: START + 90_000 }]);
  });

  it("CP-14 two activities are too few for a summary, three are not", () => {
    const few = new CaptureRows();
    few.take(0, "PostToolUse", tool("__proto__"));
    few.take(1, "PostToolUse", tool("Bash"));
    few.take(2, "SessionEnd");
    expect(few.session()?.stats).toMatchObject({ activities: 2, lowValue: true, prompts: 0 });
    expect(Object.keys(few.session()!.stats!.tools)).toEqual(["__proto__", "Bash"]);
    few.take(3, "PostToolUse", tool("Bash"));
    few.take(4, "SessionEnd");
    expect(few.session()?.stats).toMatchObject({ activities: 3, lowValue: false });
  });

  it("CP-14 a long first prompt is a title that says that it was cut", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", { prompt: `${"harbour ".repeat(10)}crane` });
    rows.take(1, "SessionEnd");
    expect(rows.session()?.title).toBe(`${"harbour ".repeat(9)}harbour…`);
    const whole = new CaptureRows();
    whole.take(0, "UserPromptSubmit", { prompt: "x".repeat(80) });
    whole.take(1, "SessionEnd");
    expect(whole.session()?.title).toBe("x".repeat(80));
  });

  it("DD-05 a resumed session ends a second time", () => {
    const rows = new CaptureRows();
    rows.take(0, "SessionStart");
    rows.take(1, "SessionEnd");
    rows.take(60, "SessionStart", { source: "resume" });
    expect(rows.session()).toMatchObject({ status: "active", startedAt: START });
    expect(rows.session()).not.toHaveProperty("endedAt");
    expect(rows.session()).not.toHaveProperty("stats");
    rows.take(120, "SessionEnd");
    expect(rows.session()).toMatchObject({
      status: "completed",
      endedAt: START + 120_000,
      stats: { durationMinutes: 2 },
    });
  });

  it("DD-05 what comes late from before the end does not open the session again", () => {
    const rows = new CaptureRows();
    rows.take(0, "SessionStart");
    rows.take(10, "SessionEnd");
    rows.take(9, "PostToolUse", tool("Bash"));
    rows.take(11, "Notification", { message: "bye" });
    expect(rows.session()).toMatchObject({ status: "completed", endedAt: START + 10_000 });
    expect(rows.activities()).toHaveLength(2);
  });
});
