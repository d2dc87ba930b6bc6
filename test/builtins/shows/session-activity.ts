import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-C9 OB-05",
  what: "keeps what was read, changed and used, without secrets",
  async show(place) {
    place.use("session-activity");
    const file_path = place.path("a.ts");
    await place.after("Read", { file_path });
    await place.after(
      "Edit",
      { file_path, old_string: "a", new_string: `key = "ghp_${"a1B2".repeat(9)}"` },
      {
        structuredPatch: [],
      },
    );
    await place.after("Write", { file_path, content: "new" }, { structuredPatch: [{ lines: ["-old", "+new"] }] });
    await place.after("Skill", { skill: "broken" }, { success: false });
    await place.after("Skill", { skill: "review" }, { success: true });
    const records = place.lines("session-activity/s1.jsonl");
    expect(records).toMatchObject([
      { type: "read_file", file: file_path },
      { type: "edit_file", patch: expect.stringMatching(/^-a\n\+key = .*redacted/) },
      { type: "write_file", patch: "-old\n+new" },
      { type: "skill_use", skill: "review" },
    ]);
    expect(JSON.stringify(records)).not.toContain("ghp_");
  },
};

export default show;
