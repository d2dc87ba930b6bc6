import { describe, expect, it } from "vitest";
import { bash, ProgramPlace, says } from "../support/program.js";

function placeWithGuard(): ProgramPlace {
  const place = new ProgramPlace();
  place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "no", guard: true, command: says("deny", "no") }] } });
  return place;
}

describe("enable and disable", () => {
  it("CF-19 switches a hook off and on, and says whether anything changed", async () => {
    const place = placeWithGuard();
    const off = { id: "no", enabled: false, mode: "enforce", dryRun: false };
    expect(await place.json(["disable", "no"])).toEqual({ ...off, changed: true });
    expect(await place.json(["disable", "no"])).toEqual({ ...off, changed: false });
    expect(await place.fire("PreToolUse", bash("ls"))).toMatchObject({ decision: "none" });
    expect(await place.json(["enable", "no"])).toEqual({ ...off, enabled: true, changed: true });
    expect(await place.json(["enable", "no"])).toMatchObject({ enabled: true, changed: false });
    expect(await place.fire("PreToolUse", bash("ls"))).toMatchObject({ decision: "deny" });
  });

  it("CF-19 changes nothing with --dry-run", async () => {
    const place = placeWithGuard();
    expect(await place.json(["disable", "no", "--dry-run"])).toEqual({
      id: "no",
      enabled: true,
      mode: "enforce",
      dryRun: true,
      changed: true,
    });
    expect(await place.json(["enable", "no", "--dry-run"])).toEqual({
      id: "no",
      enabled: true,
      mode: "enforce",
      dryRun: true,
      changed: false,
    });
    expect(await place.fire("PreToolUse", bash("ls"))).toMatchObject({ decision: "deny" });
    expect((await place.run(["disable", "no", "--dry-run"])).stdout).toBe(
      "no would be disabled (it is enabled now).\n",
    );
  });

  it("CF-19 holds for an agent's calls at once", async () => {
    const place = placeWithGuard();
    const denied = { hookSpecificOutput: { permissionDecision: "deny" } };
    expect(await place.hook("PreToolUse", bash("ls"))).toMatchObject(denied);
    await place.run(["disable", "no"]);
    expect(await place.hook("PreToolUse", bash("ls"))).toEqual({});
    await place.run(["enable", "no"]);
    expect(await place.hook("PreToolUse", bash("ls"))).toMatchObject(denied);
  });

  it("CF-19 keeps the approval of a project whose hook is switched", async () => {
    const place = new ProgramPlace();
    place.write(".snaphook/hooks.json", { hooks: { PreToolUse: [{ id: "p", command: says("deny", "no") }] } });
    await place.trust();
    await place.run(["disable", "p"]);
    expect(await place.list()).toMatchObject([{ id: "p", trust: "trusted", inactiveBecause: "disabled" }]);
    expect(await place.fire("PreToolUse", bash("ls"))).toMatchObject({
      decision: "none",
      notes: [{ code: "NOT_ADMITTED", hook: "p" }],
    });
  });

  it("refuses an id that is not there", async () => {
    const ran = await placeWithGuard().run(["disable", "nope"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/HOOK_NOT_FOUND: No hook "nope" applies here.*\n {4}Run `snaphook list`/);
  });

  it.each(["constructor", "__proto__", "toString"])("CF-19 treats the id %s like any other", async (id) => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", `{ "hooks": [{ "id": ${JSON.stringify(id)}, "event": "Stop", "command": "true" }] }`);
    expect(await place.list()).toMatchObject([{ id, enabled: true }]);
    expect(await place.json(["disable", id])).toMatchObject({ changed: true });
    expect(await place.json(["disable", id])).toMatchObject({ changed: false });
  });

  it("says when the switch cannot be saved", async () => {
    const place = placeWithGuard();
    place.writeUser("overrides.json/taken", "a folder stands where the file would be");
    const ran = await place.run(["disable", "no"]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/FILE_UNWRITABLE/);
  });
});
