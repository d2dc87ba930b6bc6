import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-A2",
  what: "adds one line per finished call",
  async show(place) {
    place.use({ builtin: "audit-log", options: { result: 5 } });
    await place.after(
      "Bash",
      { command: "curl -H 'Authorization: Bearer abc.def-123456'" },
      { stdout: "twelve bytes" },
    );
    await place.tell("PostToolUseFailure", {
      tool_name: "Read",
      tool_input: { file_path: "/a" },
      error: "no such file",
    });
    const lines = place.lines("audit-log.jsonl");
    expect(lines).toMatchObject([
      { session: "s1", tool: "Bash", params: { command: expect.stringContaining("redacted") }, failed: false },
      { tool: "Read", params: { file_path: "/a" }, failed: true },
    ]);
    expect(String(lines[0]!["result"])).toHaveLength(5);
  },
};

export default show;
