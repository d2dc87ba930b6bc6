import { describe, expect, it } from "vitest";
import { CaptureRows, START } from "../support/capture-rows.js";

const MINUTE = 60;
const HOUR = 3600;
const orphansIn = (rows: CaptureRows) => rows.activities().filter(({ batch }) => batch === undefined);
const bash = { tool_name: "Bash", tool_input: { command: "ls" } };

describe("recovery", () => {
  it("CP-13 completes a batch that was idle for five minutes", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", { prompt: "mend the roof" });
    rows.take(10, "PreToolUse", bash);
    expect(rows.recover(10 + 5 * MINUTE)).toEqual([]);
    rows.recover(11 + 5 * MINUTE);
    expect(rows.batchesOf()).toMatchObject([{ status: "completed", endedAt: START + 10_000 }]);
    expect(rows.session()).toMatchObject({ status: "active" });
    expect(rows.recover(12 + 5 * MINUTE)).toEqual([]);
  });

  it("EV-09 CP-13 completes a session whose agent was killed, after an hour, with its statistics", () => {
    const rows = new CaptureRows();
    rows.take(0, "SessionStart");
    rows.take(10, "UserPromptSubmit", { prompt: "mend the roof" });
    rows.take(30, "PostToolUse", bash);
    rows.recover(30 + HOUR);
    expect(rows.session()).toMatchObject({ status: "active" });
    rows.recover(31 + HOUR);
    expect(rows.session()).toMatchObject({
      status: "completed",
      endedAt: START + 30_000,
      stats: { prompts: 1, activities: 1, durationMinutes: 0.5, lowValue: true },
    });
    expect(rows.batchesOf()).toMatchObject([{ status: "completed" }]);
  });

  it("CP-13 closes session and batch in one round when nobody looked for long", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", { prompt: "mend the roof" });
    rows.recover(2 * HOUR);
    expect(rows.openBatch("s1")).toBeUndefined();
    expect(rows.session()).toMatchObject({ status: "completed", stats: { prompts: 1 } });
  });

  it("CP-13 gives an orphan to the batch that was being worked on", () => {
    const rows = new CaptureRows();
    for (const second of [10, 20, 30]) rows.take(second, "UserPromptSubmit", { prompt: `prompt at ${second}` });
    const orphan = (id: string, second: number) =>
      rows.put({
        put: "activity",
        row: { id, session: "s1", at: START + second * 1000, kind: "tool", name: "Bash", success: true },
      });
    orphan("early", 5);
    orphan("middle", 25);
    orphan("late", 99);
    rows.recover(100 + 5 * MINUTE);
    expect(rows.activities().map(({ id, batch }) => [id, batch])).toEqual([
      ["early", "s1:1"],
      ["middle", "s1:2"],
      ["late", "s1:3"],
    ]);
    expect(rows.batchesOf().map(({ activities }) => activities)).toEqual([1, 1, 1]);
    expect(orphansIn(rows)).toEqual([]);
  });

  it("CP-13 what happened in a session without any prompt gets one batch of its own", () => {
    const rows = new CaptureRows();
    rows.take(0, "SessionStart");
    rows.take(1, "Notification", { message: "welcome" });
    rows.take(2, "Notification", { message: "log in" });
    expect(orphansIn(rows)).toHaveLength(2);
    rows.recover(10 * MINUTE);
    expect(rows.batchesOf()).toMatchObject([
      {
        kind: "system",
        prompt: "[Before the first prompt]",
        status: "completed",
        activities: 0,
        startedAt: START + 1000,
      },
    ]);
    expect(rows.recover(11 * MINUTE)).toEqual([]);
  });

  it("CP-13 a session that was given up goes on with the next prompt", () => {
    const rows = new CaptureRows();
    rows.take(0, "UserPromptSubmit", { prompt: "mend the roof" });
    rows.recover(2 * HOUR);
    rows.take(3 * HOUR, "UserPromptSubmit", { prompt: "back again" });
    expect(rows.session()).toMatchObject({ status: "active", lastAt: START + 3 * HOUR * 1000 });
    expect(rows.session()).not.toHaveProperty("stats");
    expect(rows.batchesOf()).toMatchObject([{ status: "completed" }, { number: 2, status: "active" }]);
  });
});
