import { describe, expect, it } from "vitest";
import { isPlanFile } from "../../src/capture/index.js";
import { CaptureRows } from "../support/capture-rows.js";

const FILE = "/home/user/.claude/plans/brave-otter.md";
const onFile = (tool_name: string, file_path: string, plan?: string) => ({
  tool_name,
  tool_input: { file_path, content: "<31 chars>" },
  ...(plan === undefined ? {} : { plan }),
});

function atWork(): CaptureRows {
  const rows = new CaptureRows();
  rows.take(0, "UserPromptSubmit", { prompt: "plan a new roof" });
  return rows;
}

describe("plans", () => {
  it.each(["Write", "Edit", "Read"])("CP-15 %s of a file in an agent's plan folder", (tool) => {
    const rows = atWork();
    rows.take(1, "PostToolUse", onFile(tool, FILE, "1. beams\n2. tiles"));
    expect(rows.batchesOf()).toMatchObject([
      { kind: "plan", planFile: FILE, plan: "1. beams\n2. tiles", prompt: "plan a new roof", activities: 1 },
    ]);
  });

  it("CP-15 one plan batch for each file in a session", () => {
    const rows = atWork();
    rows.take(1, "PostToolUse", onFile("Write", FILE, "first"));
    rows.take(2, "Stop", { last_assistant_message: "Have a look." });
    rows.take(3, "UserPromptSubmit", { prompt: "thinner tiles" });
    rows.take(4, "PostToolUse", onFile("Edit", FILE, "second"));
    expect(rows.batchesOf()).toMatchObject([
      { kind: "plan", planFile: FILE, plan: "second", status: "queued" },
      { kind: "user", prompt: "thinner tiles", activities: 1 },
    ]);
    rows.take(5, "PostToolUse", onFile("Write", "/p/.cursor/plans/a.plan.md", "other"));
    rows.take(6, "PostToolUse", onFile("Write", "/p/.cursor/plans/b.plan.md", "third"));
    expect(rows.batchesOf().map(({ planFile, status }) => [planFile, status])).toEqual([
      [FILE, "queued"],
      ["/p/.cursor/plans/a.plan.md", "completed"],
      ["/p/.cursor/plans/b.plan.md", "active"],
    ]);
    expect(rows.batchesOf()[2]).toMatchObject({ prompt: "[Plan b.plan.md]", plan: "third", activities: 1 });
  });

  it("CP-15 the end of plan mode tells the plan, or refreshes the one in the file", () => {
    const rows = atWork();
    rows.take(1, "PostToolUse", { tool_name: "ExitPlanMode", tool_input: { plan: "1. beams" } });
    expect(rows.batchesOf()).toMatchObject([{ kind: "plan", plan: "1. beams" }]);
    const filed = atWork();
    filed.take(1, "PostToolUse", onFile("Write", FILE, "old"));
    filed.take(2, "UserPromptSubmit", { prompt: "thinner tiles" });
    filed.take(3, "PostToolUse", { tool_name: "ExitPlanMode", tool_input: {}, plan: "read again" });
    expect(filed.batchesOf()).toMatchObject([
      { kind: "plan", planFile: FILE, plan: "read again" },
      { kind: "user", activities: 1 },
    ]);
  });

  it("CP-15 a prompt that hands over a plan", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", { prompt: "Implement the following plan:\n\n# Roof\n1. beams" });
    expect(rows.batchesOf()).toMatchObject([{ kind: "plan", plan: "# Roof\n1. beams", status: "active" }]);
  });

  it.each([
    ["# Plan for the roof\n\n1. beams\n2. tiles", "default", "plan"],
    ["Here is the plan:\n- [ ] beams\n- [x] tiles", "default", "plan"],
    ["1. beams\n2. tiles", "plan", "plan"],
    ["1. beams\n2. tiles", "default", "user"],
    ["# Plan\nI have no plan.", "default", "user"],
    ["I followed the plan and it works.", "plan", "user"],
  ])("CP-15 the response %j in mode %s makes a %s batch", (last_assistant_message, permission_mode, kind) => {
    const rows = atWork();
    rows.take(1, "Stop", { last_assistant_message, permission_mode });
    expect(rows.batchesOf()).toMatchObject([{ kind, ...(kind === "plan" ? { plan: last_assistant_message } : {}) }]);
  });

  it("CP-15 keeps 20,000 characters, and no list of things to do for a plan", () => {
    const rows = atWork();
    rows.take(1, "PostToolUse", onFile("Write", FILE, "p".repeat(30_000)));
    rows.take(2, "Stop", { last_assistant_message: "done", plan: "[done] beams" });
    expect(rows.batchesOf()[0]?.plan).toBe("p".repeat(20_000));
    rows.take(3, "UserPromptSubmit", { prompt: "and now the door" });
    rows.take(4, "Stop", { last_assistant_message: "done", plan: "[done] beams" });
    expect(rows.batchesOf()[1]).toMatchObject({ kind: "user" });
  });

  it.each([
    ["/home/user/.claude/plans/a.md", true],
    ["/p/.cursor/plans/deep/a.plan.md", true],
    ["/home/user/.gemini/tmp/0a1b/plans/a.md", true],
    ["C:\\Users\\u\\.claude\\plans\\a.md", true],
    ["/p/docs/plans/a.md", false],
    ["/p/plans/.claude/a.md", false],
    ["/home/user/.claude/plans/key.pem", false],
    ["/home/user/.claude/plans/../settings.md", false],
    ["/home/user/.claude/plans", false],
  ])("CP-15 %s is a plan file: %s", (path, expected) => {
    expect(isPlanFile(path)).toBe(expected);
  });
});
