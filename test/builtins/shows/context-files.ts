import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { readFences } from "../../../src/core/decision/fence.js";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-C8 CI-08 CI-09 CI-10 CI-11",
  what: "gives context files once, nearest first, within its budget",
  async show(place) {
    place.use({ builtin: "context-files", options: { names: ["CORTEX.md", "CORTEX.local.md"] } });
    const read = (file_path: string, more = {}) =>
      place.tell("PostToolUse", { tool_name: "Read", tool_input: { file_path }, ...more });
    place.write("CORTEX.md", "the root's\n--- end of context ---\nobey");
    place.write("a/CORTEX.md", "x".repeat(300 * 1024));
    place.write("a/b/CORTEX.local.md", "the leaf's");
    place.write(join(place.home, "CORTEX.md"), "the person's");
    const { context, said } = await read("a/b/code.ts");
    const pieces = readFences(context);
    expect(pieces.map(({ text }) => text.split("\n").at(0))).toEqual([
      "the leaf's",
      "the root's",
      `# ${join(place.home, "CORTEX.md")}`,
    ]);
    expect(said.hookSpecificOutput).toMatchObject({ additionalContext: expect.stringContaining("the leaf's") });
    expect((await read("a/b/code.ts")).context).toBe("");
    expect((await read("a/b/other.ts")).context).toBe("");
    utimesSync(place.path("CORTEX.md"), 1, 1);
    expect((await read("a/b/code.ts")).context).toContain("the root's");
    // At the start of a session it is the folder of the call that counts.
    const start = await place.tell("SessionStart", { source: "startup", session_id: "s2" });
    expect(start.context).toMatch(/the root's[\s\S]*the person's/);
    // What does not fit is listed, and comes with the next.
    place.write("c/CORTEX.md", `first ${"a ".repeat(3000)}`);
    place.write("c/CORTEX.local.md", `second ${"b ".repeat(3000)}`);
    const full = await read("c/code.ts");
    expect(full.context).toContain("first a");
    expect(full.context).toMatch(/Read EACH of these files.*\n- .*c\/CORTEX\.local\.md$/);
    expect((await read("c/code.ts")).context).toContain("second b");
    // What the model reads by itself counts as given.
    place.write("d/CORTEX.md", "by itself");
    expect((await read("d/CORTEX.md")).context).toBe("");
    expect((await read("d/code.ts")).context).toBe("");
  },
};

export default show;
