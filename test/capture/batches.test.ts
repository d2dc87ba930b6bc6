import { describe, expect, it } from "vitest";
import { CaptureRows, START } from "../support/capture-rows.js";

const ask = (prompt: string) => ({ prompt });
const bash = { tool_name: "Bash", tool_input: { command: "ls" } };

describe("prompt batches", () => {
  it("CP-02 a batch begins with a prompt, collects activities and ends with the stop", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", ask("paint the door"));
    rows.take(1, "PreToolUse", bash);
    rows.take(2, "PostToolUse", bash);
    rows.take(3, "PostToolUse", bash);
    rows.take(4, "Stop", { last_assistant_message: "Painted." });
    expect(rows.batchesOf()).toEqual([
      {
        id: "s1:1",
        session: "s1",
        number: 1,
        kind: "user",
        prompt: "paint the door",
        response: "Painted.",
        startedAt: START,
        lastAt: START + 4000,
        endedAt: START + 4000,
        status: "queued",
        activities: 2,
        changes: 0,
        failures: 0,
        label: "exploration",
      },
    ]);
    expect(rows.activities().map(({ batch }) => batch)).toEqual(["s1:1", "s1:1"]);
  });

  const edit = { tool_name: "Edit", tool_input: { file_path: "/w/a.ts" } };
  const failed = { ...bash, error: "Exit code 1" };
  it.each([
    ["exploration", "how does the parser work", [bash, bash]],
    ["exploration", "where are errors thrown", [bash]],
    ["exploration", "show the versions", [bash, bash, bash, bash, bash, failed]],
    ["implementation", "add a login page", [bash, edit, bash, bash, bash, failed]],
    ["debugging", "the login page crashes", [bash, edit]],
    ["debugging", "add a login page", [edit, failed, edit, failed]],
    ["debugging", "why does the build fail", [bash, failed]],
    ["refactoring", "rename getUser to loadUser and fix the tests", [edit, edit, failed]],
    [undefined, "thanks", []],
    [undefined, "<task-notification>done</task-notification>", [edit]],
  ])("CP-10 without a model the work is labelled by its tools and prompt: %s, %s", (label, prompt, calls) => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", ask(prompt));
    for (const [at, call] of calls.entries())
      rows.take(at + 1, "error" in call ? "PostToolUseFailure" : "PostToolUse", call);
    rows.take(9, "Stop", { last_assistant_message: "Done." });
    expect(rows.batchesOf().map((batch) => batch.label)).toEqual([label]);
  });

  it("CP-03 the next prompt ends a batch that is still open, with the response of the transcript", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", ask("first"));
    rows.take(5, "UserPromptSubmit", { ...ask("second"), response: "about the first" });
    expect(rows.batchesOf()).toMatchObject([
      { prompt: "first", status: "queued", response: "about the first", endedAt: START + 5000 },
      { prompt: "second", status: "active" },
    ]);
    expect(rows.batchesOf()[1]).not.toHaveProperty("response");
  });

  it("CP-03 the transcript's last words about an earlier prompt are not taken for this one's", () => {
    const rows = new CaptureRows();
    const long = "x".repeat(6000);
    rows.take(0, "UserPromptSubmit", ask("first"));
    rows.take(1, "Stop", { response: long });
    rows.take(2, "UserPromptSubmit", ask("interrupted"));
    rows.take(3, "UserPromptSubmit", { ...ask("third"), response: long });
    rows.take(4, "SessionEnd", { response: long });
    expect(rows.batchesOf().map(({ status, response }) => [status, response?.length])).toEqual([
      ["queued", 5000],
      ["completed", undefined],
      ["queued", 5000],
    ]);
  });

  it("CP-04 ignores prompts of one character and cuts long ones", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", ask("y"));
    rows.take(0, "UserPromptSubmit", ask(" y \n"));
    rows.take(0, "UserPromptSubmit", {});
    expect(rows.batchesOf()).toEqual([]);
    rows.take(1, "UserPromptSubmit", ask("ok"));
    rows.take(2, "UserPromptSubmit", ask("p".repeat(12_000)));
    expect(rows.batchesOf().map(({ prompt }) => prompt.length)).toEqual([2, 10_000]);
  });

  it("CP-04 a short prompt leaves the open batch open", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", ask("paint the door"));
    rows.take(1, "UserPromptSubmit", ask("y"));
    expect(rows.batchesOf()).toMatchObject([{ status: "active" }]);
  });

  it("CP-02 a prompt that a hook refused is kept, and what was being done goes on", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", ask("paint the door"));
    rows.take(1, "UserPromptSubmit", ask("my password is"), { verdict: "deny" });
    rows.take(2, "PostToolUse", bash);
    expect(rows.batchesOf()).toMatchObject([
      { status: "active", activities: 1 },
      { prompt: "my password is", status: "completed", activities: 0, endedAt: START + 1000 },
    ]);
  });

  it("CP-02 what an agent tells itself in the form of a prompt is no person's prompt", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", ask("<task-notification>the build is done</task-notification>"));
    expect(rows.batchesOf()).toMatchObject([{ kind: "system" }]);
  });

  it("CP-06 a tool takes up a batch that ended less than a minute ago", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", ask("paint the door"));
    rows.take(10, "Stop", { last_assistant_message: "Painted." });
    rows.take(69, "PostToolUse", bash);
    expect(rows.batchesOf()).toMatchObject([{ status: "active", activities: 1, response: "Painted." }]);
    expect(rows.batchesOf()[0]).not.toHaveProperty("endedAt");
    rows.take(70, "Stop", { last_assistant_message: "Twice." });
    expect(rows.batchesOf()).toMatchObject([{ status: "queued", response: "Twice.", endedAt: START + 70_000 }]);
  });

  it("CP-06 later, or without any, it begins a system batch", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", ask("paint the door"));
    rows.take(10, "Stop");
    rows.take(70, "PostToolUse", bash);
    expect(rows.batchesOf()[1]).toMatchObject({ kind: "system", prompt: "[Session continuation]", activities: 1 });
    rows.take(0, "PostToolUse", bash, { session: "new" });
    expect(rows.batchesOf("new")).toMatchObject([{ kind: "system", prompt: "[Session continuation]", activities: 1 }]);
  });

  it("CP-09 a stop keeps 5,000 characters of the response and queues the batch", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", ask("tell me all"));
    rows.take(1, "Stop", { response: "r".repeat(6000), last_assistant_message: "from the event" });
    expect(rows.batchesOf()[0]).toMatchObject({ status: "queued", response: "r".repeat(5000) });
    rows.take(2, "UserPromptSubmit", ask("tell me more"));
    rows.take(3, "Stop", { last_assistant_message: "from the event" });
    expect(rows.batchesOf()[1]).toMatchObject({ status: "queued", response: "from the event" });
  });

  it("CP-09 a stop without words completes the batch", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", ask("tell me all"));
    rows.take(1, "Stop", { last_assistant_message: "  " });
    expect(rows.batchesOf()).toMatchObject([{ status: "completed" }]);
  });

  it.each(["StopFailure", "Interrupt"])("CP-02 %s ends the batch too", (event) => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", ask("paint the door"));
    rows.take(1, event, { error: "rate limit" });
    expect(rows.batchesOf()).toMatchObject([{ status: "completed", activities: 0 }]);
  });

  it("DD-04 a late stop with the transcript fills in the response, once", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", ask("paint the door"));
    rows.take(1, "Stop");
    expect(rows.batchesOf()[0]).not.toHaveProperty("response");
    rows.takeAgain(2, "Stop", { response: "Painted.", transcript_path: "/t.jsonl" });
    const filled = { status: "queued", response: "Painted.", lateCapture: true, endedAt: START + 1000 };
    expect(rows.batchesOf()).toMatchObject([filled]);
    expect(rows.takeAgain(3, "Stop", { response: "Another.", transcript_path: "/t.jsonl" })).toEqual([]);
    expect(rows.batchesOf()).toMatchObject([filled]);
  });

  it("DD-04 it fills in the batch it is about when the next has begun", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", ask("first"));
    rows.take(1, "Stop");
    rows.take(2, "UserPromptSubmit", ask("second"));
    rows.takeAgain(3, "Stop", { response: "about the first" });
    expect(rows.batchesOf()).toMatchObject([{ response: "about the first" }, { status: "active" }]);
  });

  it("IN-21 a second delivery still tells where the transcript is", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", ask("paint the door"));
    rows.take(1, "Stop", { last_assistant_message: "Painted." });
    rows.takeAgain(2, "Stop", { transcript_path: "/t.jsonl" });
    expect(rows.session()).toMatchObject({ transcriptPath: "/t.jsonl" });
    expect(rows.batchesOf()).toMatchObject([{ response: "Painted." }]);
  });

  it("DD-04 other second deliveries change nothing", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", ask("paint the door"));
    expect(rows.takeAgain(1, "PostToolUse", bash)).toEqual([]);
    expect(rows.takeAgain(1, "UserPromptSubmit", ask("paint the door"))).toEqual([]);
    expect(rows.takeAgain(1, "SessionEnd")).toEqual([]);
  });
});
