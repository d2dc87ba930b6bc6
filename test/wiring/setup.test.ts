import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { CODE, onTerminal } from "../support/on-terminal.js";
import { bash, ProgramPlace } from "../support/program.js";

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

interface Done {
  readonly agents: string[];
  readonly proofs: object[];
  readonly recommended: string[];
}

const DENIED = { hookSpecificOutput: { permissionDecision: "deny" } };
/** What a person must know who has just run it. */
const PROMISES = ["Destructive calls are denied. Risky calls are asked", "To only observe: snaphook observe NAME"];

const recommended = () => join(place.user, "hooks.d/protect-commands.jsonc");

describe("snaphook setup", () => {
  it("wires the agents it finds, adds guards that act, and shows that they do", async () => {
    const done = await place.json<Done>(["setup", "--yes"], { env });
    expect(done.agents).toEqual(["claude-code", "codex"]);
    expect(done.recommended).toContain(recommended());
    expect(done.proofs).toEqual(
      ["claude-code", "codex"].map((agent) =>
        expect.objectContaining({
          agent,
          answered: true,
          hooks: expect.arrayContaining(["protect-commands", "protect-git", "protect-services"]),
          denied: true,
        }),
      ),
    );
    expect(done).toMatchObject({ enforcing: expect.arrayContaining(["protect-commands"]), observing: [] });
    expect(await place.hook("PreToolUse", bash("rm -rf ~/.ssh"), { env })).toMatchObject(DENIED);
    expect(existsSync(join(place.home, ".claude/settings.json"))).toBe(true);
    expect(await place.validate()).toMatchObject({ valid: true });
  });

  it("tells a person what it does and what is left to do", async () => {
    const { stdout, code } = await place.run(["setup", "codex", "windsurf", "--yes"], { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/Codex CLI {2}\/.*codex\n {3}Windsurf {2}not found on this machine\n/);
    for (const text of ["hooks.json written", "Hooks need review", "and denied it", "snaphook log", ...PROMISES])
      expect(stdout).toContain(text);
  });

  it("says of an agent whose own config disables hooks that it will not run them, and fails", async () => {
    const file = place.write(join(place.home, ".claude/settings.json"), { disableAllHooks: true });
    const { stdout, code } = await place.run(["setup", "claude-code", "--yes"], { env });
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /Claude Code: answered in \d+ ms, but Claude Code is configured not to run our hooks: `disableAllHooks` is set/,
    );
    expect(stdout).toContain(file);
    expect(stdout).not.toContain("and denied it");
    expect(stdout).toMatch(/test call +error +Claude Code is configured not to run our hooks/);
    expect(await place.json(["setup", "claude-code", "--yes"], { env })).toMatchObject({
      proofs: [{ agent: "claude-code", hooksOff: [{ code: "AGENT_HOOKS_OFF", file }] }],
    });
  });

  it("adds guards that only observe if that is wanted, and says that nothing is blocked", async () => {
    const { stdout } = await place.run(["setup", "--yes", "--observe"], { env });
    expect(stdout).toContain("it would have been denied");
    expect(stdout).toMatch(
      /protect-commands, .* only observe and block nothing\.\n.* snaphook enforce protect-commands /,
    );
    expect(stdout).not.toContain("From now on");
    const coloured = await place.run(["setup", "--yes"], { env: { ...env, FORCE_COLOR: "1" } });
    expect(coloured.stdout).toContain("\u001b[1m2. Config files");
    expect(coloured.stdout).not.toMatch(/\u001b\[[1-9]\d*m\s*\u001b\[0m|\u001b\[[1-9]\d*m\n/);
    expect(await place.hook("PreToolUse", bash("rm -rf ~/.ssh"), { env })).toEqual({});
  });

  it("a second time changes no mode, whether a file or a command set it, and tells of those that observe", async () => {
    await place.run(["setup", "--yes", "--observe"], { env });
    await place.run(["enforce", "protect-git"], { env });
    const { stdout } = await place.run(["setup", "--yes"], { env });
    expect(stdout).toContain("These guards are active:\n   protect-git\n");
    // It answers the test call too, so the count of hooks is one more than the list.
    expect(stdout).toContain("6 hooks answered");
    expect(stdout).toContain("self-protection is always active");
    for (const next of ["snaphook fire ", "snaphook up ", "snaphook uninstall "]) expect(stdout).toContain(`${next}`);
    expect(stdout).toContain("protect-commands, protect-paths, protect-secrets, protect-services only observe");
    expect(await place.json(["setup", "--yes"], { env })).toMatchObject({
      enforcing: ["protect-git"],
      observing: ["protect-commands", "protect-paths", "protect-secrets", "protect-services"],
    });
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
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining("`snaphook setup claude-code codex --yes`") });
  });

  it("offers memory on one screen, and only a person turns it on: neither --yes nor a script does", async () => {
    expect(await place.json(["setup", "codex", "--yes"], { env })).toMatchObject({ memory: false });
    const asked = await place.run(["setup", "codex", "--yes", "--memory"], { env, permitted: false });
    expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining("HUMAN_ONLY") });
    expect(existsSync(join(place.user, "memory.json"))).toBe(false);
    const steps = [
      ["Add them? Type yes to continue:", "yes"],
      ["off otherwise. Type yes to continue:", "yes"],
      [CODE, "{}"],
    ] as const;
    const first = { type: "yes", text: "agents? Type yes to continue:", env, columns: 80 };
    const no = await onTerminal(place, ["setup", "codex"], {
      ...first,
      then: [steps[0], ["off otherwise. Type yes to continue:", "no"]],
    });
    expect(no.stdout).toContain("5. Memory (off)");
    for (const text of ["on this machine only", "private sessions", "snaphook memory disable", "snaphook forget"])
      expect(no.stdout).toContain(text);
    expect(existsSync(join(place.user, "memory.json"))).toBe(false);
    const done = await onTerminal(place, ["setup", "codex"], { ...first, then: steps });
    expect(done.stdout).toContain("Memory is on.");
    expect(JSON.parse(place.read(join(place.user, "memory.json")))).toEqual({ enabled: true });
    expect(await place.json(["setup", "codex", "--yes"], { env })).toMatchObject({ memory: true });
  });

  it("agents says that a version is newer than the one that was proven", async () => {
    const agents = await place.json<{ agent: string; newer: boolean; known: boolean }[]>(["agents"], { env });
    expect(agents.find(({ agent }) => agent === "codex")).toMatchObject({ newer: true, known: false });
    expect(agents.find(({ agent }) => agent === "claude-code")).toMatchObject({ newer: false, known: true });
  });
});
