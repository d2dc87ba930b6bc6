import { expect } from "vitest";
import { readFences } from "../../../src/core/decision/fence.js";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-C6 CI-12",
  what: "gives a rule whose paths fit, once per session",
  async show(place) {
    place.use("rules-loader");
    place.write("rules/ts.md", '---\npaths:\n  - "src/**/*.ts"\n---\nTypes first.\n');
    place.write("rules/always.md", "Without paths.\n");
    const read = (file_path: string, more = {}) =>
      place.tell("PostToolUse", { tool_name: "Read", tool_input: { file_path }, ...more });
    for (const other of ["xsrc/a.ts.bak", "xsrc/a.ts", "src/a.ts.bak", "src/a.tsx"])
      expect((await read(other)).context).toBe("");
    expect(readFences((await read("src/a/b.ts")).context)).toMatchObject([
      { text: "Types first.", by: { hook: "rules-loader", source: "rules/ts.md" } },
    ]);
    expect((await read("src/a/b.ts")).context).toBe("");
    expect((await read("src/c.ts", { session_id: "s2" })).context).toContain("Types first.");
  },
};

export default show;
