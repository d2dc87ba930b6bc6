import { describe, expect, it } from "vitest";
import { BUILTINS } from "../../src/builtins/_registry.js";
import { bash, ProgramPlace } from "../support/program.js";

interface Listed {
  readonly name: string;
  readonly inForce: string;
}

describe("snaphook pack, add and remove", () => {
  it("lists every built-in, and says which are in force here", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: [{ builtin: "env-isolation", mode: "observe" }] });
    const listed = await place.json<Listed[]>(["pack"]);
    expect(listed.map(({ name }) => name)).toEqual(Object.keys(BUILTINS));
    const here = Object.fromEntries(listed.map(({ name, inForce }) => [name, inForce]));
    expect(here).toMatchObject({ "self-protection": "yes", "env-isolation": "watching", "protect-git": "no" });
    expect(await place.json(["pack", "env-isolation"])).toMatchObject({
      kind: "rewriter",
      options: { also: { help: expect.any(String) } },
      docs: expect.stringContaining("Remove-Item"),
    });
  });

  it("labels an example whose options are not those in force here, and no other one", async () => {
    const place = new ProgramPlace();
    await place.run(["add", "protect-git"]);
    const { stdout } = await place.run(["pack", "protect-git"]);
    expect(stdout).toMatch(/^protect-git {2}in force here: yes\n\n.*\n\nExample with other options:\n\n +\{/);
    expect((await place.run(["pack", "block-rm"])).stdout).not.toContain("Example with other options");
  });

  it("groups them, with the recommended ones first", async () => {
    const { stdout } = await new ProgramPlace().run(["pack"]);
    const lines = stdout.split("\n");
    const at = (text: string) => lines.findIndex((line) => line.startsWith(text));
    const order = [
      ...["Recommended", "protect-git", "Other guards", "governance", "validate-shell", "Approvers and rewriters"],
      ...["read-only-approve", "Context for the model", "rules-loader", "Workflow of Cortex", "task-status"],
    ].map(at);
    expect(order).toEqual([...order].sort((one, other) => one - other));
    expect(order).not.toContain(-1);
    for (const name of Object.keys(BUILTINS))
      expect(lines.filter((line) => line.startsWith(`${name} `))).toHaveLength(1);
  });

  it("WISHES-1 a name, and the guard stops the next call; taken out, it is gone", async () => {
    const place = new ProgramPlace();
    const wipe = bash("rm -rf /usr/lib");
    expect(await place.fire("PreToolUse", wipe)).toMatchObject({ decision: "none" });
    const added = await place.run(["add", "protect-commands"]);
    expect(added).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/Wrote .*protect-commands\.jsonc[\s\S]*Undo: snaphook remove/),
    });
    expect(await place.fire("PreToolUse", wipe)).toMatchObject({
      decision: "deny",
      decidedBy: { hook: "protect-commands" },
    });
    const other = await place.run(["add", "protect-commands", "--option", "destructive=pass"]);
    expect(other).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("FILE_EXISTS") });
    expect(other.stderr).toContain("run `snaphook remove protect-commands` and add it again");
    expect(await place.json(["add", "protect-commands"])).toMatchObject({ written: false });
    expect(await place.run(["remove", "protect-commands"])).toMatchObject({ code: 0 });
    expect(await place.fire("PreToolUse", wipe)).toMatchObject({ decision: "none" });
    expect(await place.run(["remove", "protect-commands"])).toMatchObject({ code: 1 });
  });

  it("options are read as they are typed, and checked", async () => {
    const place = new ProgramPlace();
    const shown = await place.json<{ text: string }>(["add", "env-isolation", "--dry-run", "--option", "also=A,B"]);
    expect(shown.text).toContain('"also": ["A","B"]');
    expect(await place.list()).toEqual([]);
    for (const [args, says] of [
      [[], /USAGE: give one built-in/],
      [["env-isolaton"], /BUILTIN_UNKNOWN.*Did you mean "env-isolation"/],
      [["env-isolation", "--option", "keep=3"], /HOOK_FIELD_INVALID.*`keep` must be a list of strings/],
      [["env-isolation", "--option", "keep"], /KEY=VALUE/],
      [["env-isolation", "--event", "Stop"], /runs on PreToolUse, not on Stop/],
      [["env-isolation", "--scope", "all"], /user or project/],
    ] as const)
      expect(await place.run(["add", ...args])).toMatchObject({ code: 2, stderr: expect.stringMatching(says) });
  });

  it("CF-18 an entry of one's own is never written over, nor removed", async () => {
    const place = new ProgramPlace();
    const file = place.writeUser("hooks.json", { hooks: [{ event: "PreToolUse", builtin: "protect-git" }] });
    expect(await place.run(["add", "protect-git"])).toMatchObject({ code: 1, stderr: expect.stringContaining(file) });
    const own = place.writeUser("hooks.d/protect-services.json", { event: "PreToolUse", builtin: "protect-services" });
    expect(await place.run(["add", "protect-services"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(own),
    });
    expect(await place.run(["remove", "protect-services"])).toMatchObject({ code: 1 });
    expect(place.has(own)).toBe(true);
  });

  it("CF-18 one of an older version is brought up to date, by `add` and by `pack --refresh`", async () => {
    const place = new ProgramPlace();
    const old = { builtin: "protect-git", mode: "observe", shipped: "2026.1.2" };
    const file = place.writeUser("hooks.d/protect-git.jsonc", old);
    expect(await place.run(["add", "protect-git"])).toMatchObject({ stdout: expect.stringContaining("older version") });
    expect(await place.json(["pack", "--refresh"])).toEqual({ refreshed: [] });
    place.write(file, old);
    expect(await place.json(["pack", "--refresh"])).toEqual({ refreshed: [file] });
    expect(await place.list()).toMatchObject([{ id: "protect-git", mode: "observe" }]);
  });

  it("a project's waits for an approval", async () => {
    const place = new ProgramPlace();
    expect(await place.run(["add", "protect-commands", "--scope", "project"])).toMatchObject({
      stdout: expect.stringContaining("snaphook trust"),
    });
    expect(await place.fire("PreToolUse", bash("rm -rf /usr/lib"))).toMatchObject({ decision: "none" });
    expect((await place.run(["remove", "protect-commands"])).stderr).toContain("give `--scope project`");
    await place.trust();
    expect(await place.fire("PreToolUse", bash("rm -rf /usr/lib"))).toMatchObject({ decision: "deny" });
  });

  it("T4 an agent adds nothing that lets calls pass, and takes no guard out", async () => {
    const place = new ProgramPlace();
    await place.run(["add", "protect-commands"]);
    const ran = await place.run(["remove", "protect-commands"], { env: { CLAUDECODE: "1" } });
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining("HUMAN_ONLY_AGENT") });
    const added = await place.run(["add", "permission-auto-allow"], { env: { CLAUDECODE: "1" } });
    expect(added).toMatchObject({ code: 1, stderr: expect.stringContaining("HUMAN_ONLY_AGENT") });
    expect((await place.list()).map(({ id }) => id)).toEqual(["protect-commands"]);
    expect(await place.fire("PreToolUse", bash("rm -rf /usr/lib"))).toMatchObject({ decision: "deny" });
  });
});
