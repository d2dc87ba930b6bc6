/** Whether a guard acts or only observes: who sets it, and where it is told. */
import { describe, expect, it } from "vitest";
import { onTerminal } from "../support/on-terminal.js";
import { bash, ProgramPlace, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const DENIED = { hookSpecificOutput: { permissionDecision: "deny" } };
const HARMFUL = bash("rm -rf ~/.ssh");

describe("enforce and observe", () => {
  it("enforce lets a guard act that only observed, at once and for good", async () => {
    const place = new ProgramPlace();
    await place.run(["add", "protect-commands", "--observe"]);
    expect(await place.hook("PreToolUse", HARMFUL)).toEqual({});
    const state = { id: "protect-commands", enabled: true, dryRun: false };
    expect(await place.json(["enforce", "protect-commands"])).toEqual({ ...state, mode: "enforce", changed: true });
    expect(await place.json(["enforce", "protect-commands"])).toEqual({ ...state, mode: "enforce", changed: false });
    expect(await place.hook("PreToolUse", HARMFUL)).toMatchObject(DENIED);
    expect((await place.list()).find(({ id }) => id === "protect-commands")).toMatchObject({ mode: "enforce" });
  });

  it("observe needs a person, who types a code", async () => {
    const place = new ProgramPlace();
    await place.run(["add", "protect-commands"]);
    const refused = await place.run(["observe", "protect-commands"]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("HUMAN_ONLY_TERMINAL") });
    expect(await place.hook("PreToolUse", HARMFUL)).toMatchObject(DENIED);
    const agreed = await onTerminal(place, ["observe", "protect-commands"]);
    expect(agreed.stdout).toContain("protect-commands is now observing.");
    const said = "It will only record: calls that it denies now will run. Undo: `snaphook enforce protect-commands`";
    const [before = ""] = agreed.stdout.split("is now observing");
    expect(before.replace(/\s+/g, " ")).toMatch(new RegExp(`^${said} Type `));
    expect(refused.stdout).toBe("");
    expect(agreed.code).toBe(0);
    expect(await place.hook("PreToolUse", HARMFUL)).toEqual({});
  });

  it("takes several hooks, and a built-in with all its events", async () => {
    const place = new ProgramPlace();
    await place.run(["add", "audit-log", "--observe"]);
    await place.run(["add", "protect-git", "--observe"]);
    expect((await place.run(["enforce", "audit-log", "protect-git"])).code).toBe(0);
    const modes = (await place.list())
      .filter(({ id }) => /^(audit|protect)/.test(id))
      .map(({ id, mode }) => [id, mode]);
    expect(modes).toEqual([
      ["audit-log", "enforce"],
      ["audit-log.PostToolUseFailure", "enforce"],
      ["protect-git", "enforce"],
    ]);
  });

  it("changes no file of hooks, and nothing at all with --dry-run or if one of the names is wrong", async () => {
    const place = new ProgramPlace();
    const text = JSON.stringify({
      hooks: [{ id: "own", event: "PreToolUse", guard: true, mode: "observe", command: says("deny", "no") }],
    });
    place.writeUser("hooks.json", text);
    expect((await place.run(["enforce", "own", "--dry-run"])).stdout).toBe(
      "own would be enforcing (it is observing now).\n",
    );
    expect(await place.run(["enforce", "own", "nope"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("HOOK_NOT_FOUND"),
    });
    expect(await place.hook("PreToolUse", bash("ls"))).toEqual({});
    await place.run(["enforce", "own"]);
    expect(await place.hook("PreToolUse", bash("ls"))).toMatchObject(DENIED);
    expect(place.read(`${place.user}/hooks.json`)).toBe(text);
  });

  it("a project sets neither for the hooks of its owner", async () => {
    const place = new ProgramPlace();
    await place.run(["add", "protect-commands"]);
    place.write(".snaphook/overrides.json", { mode: { "protect-commands": "observe" } });
    place.write("overrides.json", { mode: { "protect-commands": "observe" } });
    expect(await place.hook("PreToolUse", HARMFUL)).toMatchObject(DENIED);
  });
});

describe("a guard that only observes is not taken for one that acts", () => {
  const HINT = "protect-commands only observes and blocks nothing.\n  To let it act: snaphook enforce protect-commands";

  it("by add, whose exit code says so", async () => {
    const place = new ProgramPlace();
    expect(await place.run(["add", "protect-commands", "--observe"])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(HINT),
    });
    expect(await place.run(["add", "protect-commands"])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(HINT),
    });
  });

  it("by enable", async () => {
    const place = new ProgramPlace();
    await place.run(["add", "protect-commands", "--observe"]);
    await place.run(["disable", "protect-commands"]);
    expect((await place.run(["enable", "protect-commands"])).stdout).toContain(HINT);
  });

  it("in log, why, stats, session and export: what it would have done", async () => {
    const place = new DaemonPlace();
    await place.run(["add", "protect-commands", "--observe"]);
    expect(await place.hook("PreToolUse", { ...HARMFUL, session_id: "s1" })).toEqual({});
    await place.up(); // which takes in what was kept meanwhile
    const [logged] = (await place.json<{ id: string }[]>(["log"])).slice(-1);
    expect((await place.run(["log"])).stdout).toContain("protect-commands would deny");
    await expect.poll(async () => (await place.run(["session", "s1"])).stdout).toContain("would deny");
    expect((await place.run(["session", "s1"])).stdout).toContain("1 call would have been stopped");
    expect((await place.run(["why", logged!.id])).stdout).toContain("would have answered: deny");
    expect((await place.json<{ hooks: object[] }>(["stats"])).hooks).toContainEqual(
      expect.objectContaining({ hook: "protect-commands", stopped: 0, wouldStop: 1 }),
    );
    expect((await place.run(["export"])).stdout).toContain('"would":{"verdict":"deny"');
  });

  it("if it fails: what its failure contract would have answered", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", {
      hooks: [{ id: "own", event: "PreToolUse", guard: true, mode: "observe", command: "exit 1" }],
    });
    expect(await place.hook("PreToolUse", bash("ls"))).not.toMatchObject({
      hookSpecificOutput: { permissionDecision: expect.anything() },
    });
    expect((await place.run(["log"])).stdout).toMatch(/own: failed \(exit\), would deny/);
  });
});

describe("status and doctor name guards that are not in force", () => {
  const OBSERVING = "own, protect-git only observe and block nothing: `snaphook enforce own protect-git`.";
  const DISABLED = "protect-commands is disabled and blocks nothing: `snaphook enable protect-commands`.";
  const inForce = (mode: string, id: string) => ({ id, event: "PreToolUse", guard: true, mode, command: "true" });

  async function idle(): Promise<ProgramPlace> {
    const place = new ProgramPlace();
    for (const args of [
      ["add", "protect-commands"],
      ["add", "protect-git", "--observe"],
      ["add", "protect-paths"],
      ["install", "claude-code"],
    ])
      await place.run(args);
    place.writeUser("hooks.json", {
      hooks: [
        inForce("observe", "own"),
        { ...inForce("observe", "recorder"), guard: false },
        inForce("enforce", "acts"),
      ],
    });
    await onTerminal(place, ["disable", "protect-commands"]);
    return place;
  }

  it("those that observe and those that are disabled, and no others", async () => {
    const place = await idle();
    const guards = { observing: ["own", "protect-git"], disabled: ["protect-commands"] };
    const status = await place.run(["status"]);
    expect(status.stdout).toContain(OBSERVING);
    expect(status.stdout).toContain(DISABLED);
    expect(await place.json(["status"])).toMatchObject({ guards });

    const doctor = await place.run(["doctor"]);
    expect(doctor).toMatchObject({ code: 0, stdout: expect.stringContaining("! guards that block nothing") });
    expect(doctor.stdout).toContain("warning GUARD_OBSERVES: own, protect-git only observe and block nothing");
    expect(doctor.stdout).toContain("warning GUARD_DISABLED: protect-commands is disabled and blocks nothing");

    const proved = await place.run(["doctor", "--prove"]);
    expect(proved).toMatchObject({ code: 0, stdout: expect.stringContaining("denied in") });
    expect(proved.stdout).toContain("This tests the connection. No guard sees the test call.");
    expect(proved.stdout).toContain(OBSERVING);
    expect(proved.stdout).toContain(DISABLED);
    expect(await place.json(["doctor", "--prove"])).toMatchObject({ ok: true, guards });
  });

  it("none if all of them act, or were never added", async () => {
    const place = new ProgramPlace();
    await place.run(["add", "protect-git"]);
    await place.run(["install", "claude-code"]);
    expect(await place.json(["status"])).toMatchObject({ guards: { observing: [], disabled: [] } });
    for (const args of [["status"], ["doctor"], ["doctor", "--prove"]])
      expect((await place.run(args)).stdout).not.toMatch(/blocks? nothing:|GUARD_OBSERVES|GUARD_DISABLED/);
    expect((await place.run(["doctor"])).stdout).toContain("✓ no guard only observes or is disabled");
  });
});
