import { describe, expect, it } from "vitest";
import { bash, ProgramPlace } from "../support/program.js";

describe("init", () => {
  it("writes a project file that validates, is not trusted, and denies once it is", async () => {
    const place = new ProgramPlace();
    const { written } = await place.json(["init"]);
    expect(written).toBe(place.path(".snaphook/hooks.jsonc"));
    expect(await place.run(["validate", "--strict"])).toMatchObject({
      code: 0,
      stdout: "ok: 2 hooks in 1 file, 0 errors, 0 warnings\n",
      stderr: "",
    });
    const push = bash("git push origin main --force");
    expect(await place.fire("PreToolUse", push)).toMatchObject({ decision: "none", hooks: [] });
    expect(await place.trust()).toMatchObject({ code: 0 });
    expect(await place.fire("PreToolUse", push)).toMatchObject({
      decision: "deny",
      decidedBy: { hook: "no-force-push", source: "project" },
    });
    for (const command of ["git push --force", "git push -f", "git push -f origin x", "git push origin --force x"])
      expect(await place.fire("PreToolUse", bash(command)), command).toMatchObject({ decision: "deny" });
    for (const command of [
      "git push",
      "git push --force-with-lease origin feature",
      "git commit -m 'git push --force'",
      "git push origin fix-f",
    ])
      expect(await place.fire("PreToolUse", bash(command)), command).toMatchObject({ decision: "none", hooks: [] });
    expect((await place.fire("SessionStart", { source: "startup" })).context).toMatch(/Today is \w+day/);
  });

  it("writes a user file that needs no approval", async () => {
    const place = new ProgramPlace();
    expect(await place.json(["init", "--user"])).toEqual({ written: `${place.user}/hooks.jsonc` });
    expect(await place.fire("PreToolUse", bash("git push --force"))).toMatchObject({ decision: "deny" });
  });

  it.each(["hooks.json", "hooks.jsonc", "hooks.yaml", "hooks.yml"])("leaves an existing %s alone", async (name) => {
    const place = new ProgramPlace();
    place.write(`.snaphook/${name}`, "mine");
    const ran = await place.run(["init"]);
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toMatch(new RegExp(`\\.snaphook/${name}: error FILE_EXISTS: .*\\n    Nothing was changed`));
    expect(place.read(`.snaphook/${name}`)).toBe("mine");
    expect(place.has(".snaphook/hooks.jsonc")).toBe(name === "hooks.jsonc");
  });

  it("says when the folder cannot be made", async () => {
    const place = new ProgramPlace();
    place.write(".snaphook", "a file");
    const ran = await place.run(["init"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/FILE_UNWRITABLE/);
  });
});
