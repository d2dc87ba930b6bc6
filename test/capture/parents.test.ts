import { describe, expect, it } from "vitest";
import { CaptureRows } from "../support/capture-rows.js";

/** Session "old" has run for a minute; what became of it then is up to the test. */
function withOld(): CaptureRows {
  const rows = new CaptureRows();
  rows.take(0, "SessionStart", {}, { session: "old" });
  rows.take(60, "UserPromptSubmit", { prompt: "sweep the floor" }, { session: "old" });
  return rows;
}

describe("parents of sessions", () => {
  it("CP-08 the session that ended a moment before a clear is the parent", () => {
    const rows = withOld();
    rows.take(61, "SessionStart", {}, { session: "other" });
    rows.take(62, "SessionEnd", { reason: "clear" }, { session: "old" });
    rows.take(66, "SessionStart", { source: "clear" });
    expect(rows.session()).toMatchObject({ parent: "old", parentReason: "clear" });
  });

  it("CP-08 else the active one, the last used first", () => {
    const rows = withOld();
    rows.take(70, "SessionStart", {}, { session: "quiet" });
    rows.take(80, "PreToolUse", { tool_name: "Bash" }, { session: "old" });
    rows.take(90, "SessionStart", { source: "clear" });
    expect(rows.session()).toMatchObject({ parent: "old", parentReason: "clear_active" });
  });

  it("CP-08 else one that was completed within a day", () => {
    const rows = withOld();
    rows.take(70, "SessionEnd", {}, { session: "old" });
    rows.take(70 + 24 * 3600, "SessionStart", { source: "clear" });
    expect(rows.session()).toMatchObject({ parent: "old", parentReason: "inferred" });
  });

  it("CP-08 nothing older, of another agent, of another folder, nor for another start", () => {
    const rows = withOld();
    rows.take(70, "SessionEnd", {}, { session: "old" });
    rows.take(71, "SessionStart", { source: "clear" }, { session: "a", agent: "codex" });
    rows.take(71, "SessionStart", { source: "clear" }, { session: "b", project: "/elsewhere" });
    rows.take(71, "SessionStart", { source: "startup" }, { session: "c", project: "/third" });
    rows.take(72, "SessionStart", { source: "startup" }, { session: "d" });
    for (const id of ["a", "b", "c", "d"]) expect(rows.session(id)).not.toHaveProperty("parent");
    const later = withOld();
    later.take(70, "SessionEnd", {}, { session: "old" });
    later.take(71 + 24 * 3600, "SessionStart", { source: "clear" });
    expect(later.session()).not.toHaveProperty("parent");
  });

  it("CP-08 an explicit parent comes first; nobody is their own", () => {
    const rows = withOld();
    rows.take(61, "SessionStart", { source: "clear", parent_session_id: "named" });
    expect(rows.session()).toMatchObject({ parent: "named", parentReason: "clear" });
    rows.take(61, "SessionStart", { source: "startup", parent_session_id: "old" }, { session: "fork" });
    expect(rows.session("fork")).toMatchObject({ parent: "old", parentReason: "manual" });
    rows.take(61, "SubagentStart", { parent_session_id: "old", agent_id: "a1" }, { session: "child" });
    expect(rows.session("child")).toMatchObject({ parent: "old", parentReason: "subagent" });
    rows.take(61, "SessionStart", { parent_session_id: "self" }, { session: "self" });
    expect(rows.session("self")).not.toHaveProperty("parent");
  });

  it("CP-08 a compaction that makes a new session names it so", () => {
    const rows = withOld();
    rows.take(61, "SessionStart", { source: "compact" });
    expect(rows.session()).toMatchObject({ parent: "old", parentReason: "compact" });
  });

  it("CP-08 a session that is cleared or compacted under its own id gets no parent", () => {
    const rows = withOld();
    rows.take(61, "SessionStart", {});
    rows.take(62, "SessionStart", { source: "compact" });
    expect(rows.session()).not.toHaveProperty("parent");
  });
});
