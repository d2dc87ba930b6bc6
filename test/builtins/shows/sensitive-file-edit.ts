import { symlinkSync } from "node:fs";
import { expect } from "vitest";
import type { Show } from "./show.js";

const show: Show = {
  ids: "BI-C1 SE-14",
  what: "edits what the agent will not, says so, and follows no link out",
  async show(place) {
    const entry = (globs: readonly string[]) => ({ builtin: "sensitive-file-edit", options: { globs } });
    const file = ".claude/skills/a/SKILL.md";
    const edit = (old_string: string, more = {}) =>
      place.before("Edit", { file_path: file, old_string, new_string: "two", ...more });
    place.write(file, "one one\nthree\n");
    // Off until files are named.
    expect((await place.use(entry([])).before("Write", { file_path: file, content: "x" })).verdict).toBe("none");
    place.use(entry([".claude/skills/**", ".claude/settings.json"]));
    expect(await edit("three")).toMatchObject({ verdict: "deny", reason: expect.stringMatching(/^\[BYPASS OK\]/) });
    expect(place.text(file)).toBe("one one\ntwo\n");
    expect((await edit("four")).reason).toMatch(/^\[BYPASS ERROR\].*not in the file/);
    expect((await edit("one")).reason).toMatch(/^\[BYPASS ERROR\].*2 times/);
    expect((await edit("one", { replace_all: true })).reason).toMatch(/^\[BYPASS OK\]/);
    expect(place.text(file)).toBe("two two\ntwo\n");
    expect((await place.before("Write", { file_path: file, content: "all new" })).reason).toMatch(/^\[BYPASS OK\]/);
    expect(place.text(file)).toBe("all new");
    expect((await place.before("Write", { file_path: "src/a.ts", content: "x" })).verdict).toBe("none");
    // A new file in new folders, and none behind a link that leads nowhere.
    const fresh = ".claude/skills/new/references/a.md";
    expect((await place.before("Write", { file_path: fresh, content: "fresh" })).reason).toMatch(/^\[BYPASS OK\]/);
    expect(place.text(fresh)).toBe("fresh");
    symlinkSync(place.path("../nowhere"), place.path(".claude/skills/gone"));
    const behind = await place.before("Write", { file_path: ".claude/skills/gone/sub/a.md", content: "x" });
    expect(behind.reason).toMatch(/^\[BYPASS ERROR\]/);
    expect(place.has("../nowhere")).toBe(false);
    expect(
      (await place.before("Edit", { file_path: ".claude/skills/none/a.md", old_string: "a", new_string: "b" })).reason,
    ).toMatch(/^\[BYPASS ERROR\]/);
    expect(place.has(".claude/skills/none")).toBe(false);
    // A link out of the globs, and what decides about hooks, is refused.
    const outside = place.write("../outside/passwd", "root");
    symlinkSync(place.path("../outside"), place.path(".claude/skills/x"));
    const told = await place.before("Write", { file_path: ".claude/skills/x/passwd", content: "gone" });
    expect(told.reason).toMatch(/^\[BYPASS ERROR\].*leads out/);
    expect(place.text(outside)).toBe("root");
    await place.before("Write", { file_path: ".claude/settings.json", content: "{}" });
    expect(place.has(".claude/settings.json")).toBe(false);
  },
};

export default show;
