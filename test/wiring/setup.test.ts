import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { ProgramPlace } from "../support/program.js";

let place: ProgramPlace;
let env: Record<string, string>;
beforeEach(() => {
  place = new ProgramPlace();
  for (const [name, says] of [
    ["claude", "2.1.325 (Claude Code)"],
    ["codex", "codex-cli 0.170.0"],
  ])
    chmodSync(place.write(join(place.root, "bin", name!), `#!/bin/sh\necho '${says}'\n`), 0o755);
  env = { PATH: `${join(place.root, "bin")}:/usr/bin:/bin` };
});

const recommended = () => join(place.user, "hooks.d/protect-commands.jsonc");

describe("snaphook setup", () => {
  it("wires the agents it finds, adds hooks that only watch, and shows that they are reached", async () => {
    const done = await place.json<{ agents: string[]; proofs: object[]; recommended: string[] }>(["setup", "--yes"], {
      env,
    });
    expect(done.agents).toEqual(["claude-code", "codex"]);
    expect(done.recommended).toContain(recommended());
    expect(done.proofs).toEqual(
      ["claude-code", "codex"].map((agent) =>
        expect.objectContaining({
          agent,
          answered: true,
          hooks: expect.arrayContaining(["protect-commands", "protect-git", "protect-services"]),
          wouldDeny: true,
        }),
      ),
    );
    expect(existsSync(join(place.home, ".claude/settings.json"))).toBe(true);
    expect(await place.validate()).toMatchObject({ valid: true });
  });

  it("tells a person what it does and what is left to do", async () => {
    const { stdout, code } = await place.run(["setup", "codex", "windsurf", "--yes"], { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/Codex CLI {2}\/.*codex\n {3}Windsurf {2}not found on this machine\n/);
    for (const text of ["hooks.json written", "approve the new entries", "would have denied it", "hooks.log"])
      expect(stdout).toContain(text);
  });

  it("a second time leaves everything as it is", async () => {
    await place.run(["setup", "--yes"], { env });
    const own = '{ "id": "mine", "event": "PreToolUse", "command": "true" }';
    place.write(recommended(), own);
    const again = await place.json<{ recommended: string[] }>(["setup", "--yes"], { env });
    expect(again.recommended).toEqual([]);
    expect(place.read(recommended())).toBe(own);
  });

  it("does nothing without a person and without --yes", async () => {
    expect(await place.run(["setup"], { env })).toMatchObject({ code: 2, stderr: expect.stringContaining("--yes") });
    expect(existsSync(join(place.home, ".claude"))).toBe(false);
  });

  it("a guard that says no has answered, also to an agent that is told by the exit code", async () => {
    place.writeUser("hooks.json", {
      hooks: { PreToolUse: [{ hooks: [{ id: "strict", guard: true, command: "echo no >&2; exit 2" }] }] },
    });
    const { proofs } = await place.json<{ proofs: object[] }>(["setup", "windsurf", "claude-code", "--yes"], { env });
    expect(proofs).toEqual(
      ["windsurf", "claude-code"].map((agent) =>
        expect.objectContaining({ agent, answered: true, wired: true, hooks: expect.arrayContaining(["strict"]) }),
      ),
    );
  });

  it("says so when there is no agent", async () => {
    const ran = await place.run(["setup", "--yes"], { env: { PATH: "/nowhere" } });
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining("AGENT_NOT_FOUND") });
  });

  it("agents says that a version is newer than the one that was proven", async () => {
    const agents = await place.json<{ agent: string; newer: boolean; known: boolean }[]>(["agents"], { env });
    expect(agents.find(({ agent }) => agent === "codex")).toMatchObject({ newer: true, known: false });
    expect(agents.find(({ agent }) => agent === "claude-code")).toMatchObject({ newer: false, known: true });
  });
});
