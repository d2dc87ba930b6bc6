import { describe, expect, it } from "vitest";
import { type ToolCallRow, ungatedCalls } from "../../src/core/records/unguarded-calls.js";

let made = 0;
const row = (event: string, tool: string, call?: string, more: Partial<ToolCallRow> = {}): ToolCallRow => ({
  id: String(++made),
  at: made,
  agent: "claude-code",
  session: "s1",
  event,
  tool,
  ...(call === undefined ? {} : { call }),
  ...more,
});
const pre = (tool: string, call?: string, more?: Partial<ToolCallRow>) => row("PreToolUse", tool, call, more);
const post = (tool: string, call?: string, more?: Partial<ToolCallRow>) => row("PostToolUse", tool, call, more);
const found = (rows: readonly ToolCallRow[], ids = true) => ungatedCalls(rows, () => ids).map(({ id }) => id);

describe("calls that no verdict is known of", () => {
  it("T7 an end without a verdict of the same call in the same session of the same agent", () => {
    const alone = post("Bash", "b");
    const failed = row("PostToolUseFailure", "Bash", "c");
    const elsewhere = post("Bash", "a", { session: "s2" });
    const other = post("Bash", "a", { agent: "codex" });
    const rows = [pre("Bash", "a"), post("Bash", "a"), alone, failed, elsewhere, other];
    expect(found(rows)).toEqual([alone, failed, elsewhere, other].map(({ id }) => id));
  });

  it("T7 a verdict that comes after the end is none", () => {
    const early = post("Bash", "a");
    expect(found([early, pre("Bash", "a")])).toEqual([early.id]);
  });

  it("T7 where the agent gives no ids, each verdict of a tool covers one call", () => {
    const second = post("Bash");
    expect(found([pre("Bash"), post("Bash"), second], false)).toEqual([second.id]);
    expect(found([pre("Bash"), pre("Bash"), post("Bash"), post("Bash")], false)).toEqual([]);
    const read = post("Read");
    expect(found([pre("Bash"), read], false)).toEqual([read.id]);
    // Our own ids begin with the first hook, so the two ends of one call may differ.
    expect(found([pre("Bash"), post("Bash", "call_1")], false)).toEqual([]);
  });

  it("an agent with ids that tells of an end twice, once without, raises no alarm", () => {
    expect(found([pre("Bash", "a"), post("Bash", "a"), post("Bash")])).toEqual([]);
    const never = post("Read");
    expect(found([pre("Bash", "a"), never])).toEqual([never.id]);
  });

  it("calls that were denied have no end", () => {
    expect(found([pre("Bash", "a"), pre("Bash", "b"), post("Bash", "b")])).toEqual([]);
  });
});
