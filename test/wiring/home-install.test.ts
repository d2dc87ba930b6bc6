import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ProgramPlace } from "../support/program.js";

let place: ProgramPlace;
let hooks: string;
beforeEach(() => {
  place = new ProgramPlace();
  hooks = join(place.home, ".codex/hooks.json");
});

describe("snaphook install in the home folder, where the project's file is the person's own", () => {
  it("wires it and leaves it wired", async () => {
    const ran = await place.run(["install", "codex", "cursor"], { cwd: place.home });
    expect(ran.code).toBe(0);
    expect(place.read(hooks)).toContain("launch codex PreToolUse");
    expect(place.read(join(place.home, ".cursor/hooks.json"))).toContain("launch cursor");
    expect(ran.stdout).not.toContain("removed");
  });

  it("knows it through a link too", async () => {
    const link = join(place.root, "me");
    symlinkSync(place.home, link);
    await place.run(["install", "codex"], { cwd: place.home, env: { HOME: link } });
    expect(place.read(hooks)).toContain("launch codex PreToolUse");
  });

  it("--project says that the agent has no file there, and what to do", async () => {
    const ran = await place.run(["install", "codex", "--project"], { cwd: place.home });
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("AGENT_NO_PLACE") });
    expect(ran.stderr).toContain("without `--project`");
    expect(place.has(hooks)).toBe(false);
  });

  it("setup's proof looks into the files too", async () => {
    mkdirSync(join(place.home, ".codex"));
    const done = await place.json<{ proofs: object[] }>(["setup", "codex", "--yes"], { cwd: place.home });
    expect(done.proofs).toEqual([expect.objectContaining({ agent: "codex", wired: true, answered: true })]);
    expect(place.read(hooks)).toContain("launch codex PreToolUse");
  });
});
