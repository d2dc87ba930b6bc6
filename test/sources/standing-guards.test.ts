/** A guard that was approved does not go away by being edited, moved or deleted. */
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bash, ProgramPlace, says } from "../support/program.js";

const FILE = ".snaphook/hooks.json";
const guard = (reason: string, more: object = {}) => ({
  id: "guard",
  event: "PreToolUse",
  matcher: "Bash",
  guard: true,
  command: says("deny", reason),
  ...more,
});

async function trusted(hooks: readonly object[]): Promise<ProgramPlace> {
  const place = new ProgramPlace();
  place.write(FILE, { hooks });
  await place.trust();
  return place;
}

const call = async (place: ProgramPlace, cwd = place.project) => {
  const { decision, reason } = await place.fire("PreToolUse", bash("ls"), [], { cwd });
  return [decision, reason];
};
const FAILED = ["deny", expect.stringMatching(/Guard "guard" could not decide: .*snaphook trust/)];
const NO_OPINION = ["none", null];

describe("a guard that was approved", () => {
  it("SE-02 T3 answers its failure contract when it is changed, and nothing of the change runs", async () => {
    const place = await trusted([guard("approved")]);
    expect(await call(place)).toEqual(["deny", "approved"]);
    place.write(FILE, { hooks: [guard("", { command: "touch canary" })] });
    expect(await call(place)).toEqual(FAILED);
    expect(place.has("canary")).toBe(false);
    expect(await place.list()).toMatchObject([{ id: "guard", trust: "modified", active: true }]);
    await place.trust();
    expect(await call(place)).toEqual(NO_OPINION);
    expect(place.has("canary")).toBe(true);
  });

  it.each([
    ["taken out of its file", (place: ProgramPlace) => place.write(FILE, { hooks: [] })],
    ["in a file that is deleted", (place: ProgramPlace) => rmSync(place.path(FILE))],
    ["in a folder that is moved", (place: ProgramPlace) => renameSync(place.path(".snaphook"), place.path("moved"))],
    ["in a file that no longer parses", (place: ProgramPlace) => place.write(FILE, "{")],
    ["no guard any more", (place: ProgramPlace) => place.write(FILE, { hooks: [guard("x", { guard: false })] })],
    ["for another event now", (place: ProgramPlace) => place.write(FILE, { hooks: [guard("x", { event: "Stop" })] })],
    [
      "switched off in its file",
      (place: ProgramPlace) => place.write(FILE, { hooks: [guard("x", { enabled: false })] }),
    ],
    [
      "open on failure now",
      (place: ProgramPlace) => place.write(FILE, { hooks: [guard("x", { onFailure: "allow" })] }),
    ],
  ])("SE-02 keeps its failure contract when it is %s", async (_, change) => {
    const place = await trusted([guard("approved")]);
    change(place);
    expect(await call(place)).toEqual(FAILED);
    expect((await place.fire("PreToolUse", { tool_name: "Read", tool_input: { file_path: "a" } })).decision).toBe(
      "none",
    );
  });

  it("is given up by approving its removal, and both versions hold from then on", async () => {
    const place = await trusted([guard("approved")]);
    const before = place.read(FILE);
    rmSync(place.path(FILE));
    const { stdout } = await place.run(["trust"]);
    expect(stdout).toContain('The guard "guard" was approved and is gone: approving this gives it up.');
    expect((await place.trust()).code).toBe(0);
    expect(await call(place)).toEqual(NO_OPINION);
    place.write(FILE, before);
    expect(await call(place)).toEqual(["deny", "approved"]);
    rmSync(place.path(FILE));
    expect(await call(place)).toEqual(NO_OPINION);
  });

  it("is not said to be given up when it has only changed", async () => {
    const place = await trusted([guard("approved")]);
    place.write(FILE, { hooks: [guard("changed")] });
    const { stdout } = await place.run(["trust"]);
    expect(stdout).toContain("approving this puts it in force as it is now");
    expect(stdout).not.toContain("gives it up");
  });

  it("is no opinion when it never was approved, and when it was denied", async () => {
    const place = new ProgramPlace();
    place.write(FILE, { hooks: [guard("never")] });
    expect(await call(place)).toEqual(NO_OPINION);
    await place.run(["deny", "."]);
    expect(await call(place)).toEqual(NO_OPINION);
  });

  it("SE-03 a hook that was not approved gets nothing from one that was", async () => {
    const place = await trusted([guard("approved")]);
    place.write(".snaphook/hooks.d/new.json", { ...guard("new"), id: "new", matcher: "*", command: "touch canary" });
    expect(await call(place)).toEqual(["deny", "approved"]);
    expect(place.has("canary")).toBe(false);
  });
});

describe("an approval covers what a hook names", () => {
  const script = (place: ProgramPlace, path: string, text: string) => chmodSync(place.write(path, text), 0o755);

  const FILES = ["check.mjs", "lib/rules.mjs", "lib/words.mjs", "deep.json"];
  it.each(FILES)("T3 one byte of %s, and it is modified", async (changed) => {
    const place = new ProgramPlace();
    place.write(FILE, { hooks: [guard("", { command: "node check.mjs" })] });
    place.write("deep.json", '{"no":"deny"}');
    place.write(
      "lib/words.mjs",
      `import deep from "../deep.json" with { type: "json" };
export const no = deep.no;
`,
    );
    place.write("lib/rules.mjs", `export { no } from './words.mjs'`);
    script(
      place,
      "check.mjs",
      `import { no } from "./lib/rules.mjs"; console.log(JSON.stringify({ decision: no, reason: "ran" }));`,
    );
    await place.trust();
    expect(await call(place)).toEqual(["deny", "ran"]);
    appendFileSync(place.path(changed), " ");
    expect(await call(place)).toEqual(FAILED);
  });

  it("T3 what shell and Python scripts bring in counts too", async () => {
    const place = new ProgramPlace();
    place.write(FILE, {
      hooks: [guard("", { command: "sh ./check.sh" }), { ...guard("", { command: "python3 check.py" }), id: "py" }],
    });
    place.write("lib.sh", says("deny", "shell"));
    place.write("check.sh", `#!/bin/sh\n. "$(dirname "$0")/lib.sh"\n`);
    place.write("helper.py", "ANSWER = ''\n");
    place.write("check.py", "import json, helper\nprint(helper.ANSWER)\n");
    const { stdout } = await place.run(["trust"]);
    for (const name of ["lib.sh", "check.sh", "helper.py", "check.py"]) expect(stdout).toContain(place.path(name));
    await place.trust();
    expect(await call(place)).toEqual(["deny", "shell"]);
    const states = async () => (await place.list()).map(({ trust }) => trust);
    const shell = place.read("lib.sh");
    appendFileSync(place.path("lib.sh"), "#");
    expect(await states()).toEqual(["trusted", "modified"]);
    writeFileSync(place.path("lib.sh"), shell);
    appendFileSync(place.path("helper.py"), "#");
    expect(await states()).toEqual(["trusted", "modified"]);
    expect((await place.list()).map(({ id, broken }) => broken && id).filter(Boolean)).toEqual(["py"]);
  });

  it("T3 a link that leads elsewhere is another script", async () => {
    const place = new ProgramPlace();
    place.write(FILE, { hooks: [guard("", { command: "sh ./check.sh" })] });
    for (const name of ["one.sh", "two.sh"]) place.write(name, says("deny", "ran"));
    symlinkSync("one.sh", place.path("check.sh"));
    await place.trust();
    expect(await call(place)).toEqual(["deny", "ran"]);
    rmSync(place.path("check.sh"));
    symlinkSync("two.sh", place.path("check.sh"));
    expect(await call(place)).toEqual(FAILED);
  });

  it("T9 a script that is swapped while an event is under way is not started", async () => {
    const place = new ProgramPlace();
    place.write("swap.sh", `#!/bin/sh\necho 'touch canary' > check.sh\n`);
    place.write("check.sh", says("deny", "ran"));
    place.write(FILE, {
      hooks: [{ id: "swap", event: "PreToolUse", command: "sh ./swap.sh" }, guard("", { command: "sh ./check.sh" })],
    });
    await place.trust();
    const fired = await place.fire("PreToolUse", bash("ls"));
    expect(fired).toMatchObject({ decision: "deny", hooks: [{ id: "swap" }, { id: "guard", cause: "changed" }] });
    expect(place.has("canary")).toBe(false);
  });

  it("T3 of settings that hold other things too, only the hooks count", async () => {
    const place = new ProgramPlace();
    const settings = (more: object, command = says("deny", "claude")) => ({
      hooks: { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command }] }] },
      ...more,
    });
    place.writeUser("hooks.json", { dialects: ["claude"] });
    place.write(".claude/settings.json", settings({}));
    await place.trust();
    expect(await call(place)).toEqual(["deny", "claude"]);
    place.write(".claude/settings.json", settings({ model: "other" }));
    expect(await call(place)).toEqual(["deny", "claude"]);
    place.write(".claude/settings.json", settings({}, "touch canary"));
    expect(await call(place)).toEqual(NO_OPINION);
    expect(place.has("canary")).toBe(false);
  });
});

describe("worktrees", () => {
  const git = (cwd: string, ...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], { cwd, stdio: "pipe" });

  async function repository(): Promise<ProgramPlace> {
    const place = new ProgramPlace();
    place.write(FILE, { hooks: [guard("", { command: "sh ./check.sh" })] });
    place.write("check.sh", says("deny", "ran"));
    git(place.project, "init", "-q");
    git(place.project, "add", "-A");
    git(place.project, "commit", "-qm", "first");
    await place.trust();
    return place;
  }

  it("WT one approval serves the worktrees of a repository, for content that was approved", async () => {
    const place = await repository();
    const tree = join(place.root, "tree");
    git(place.project, "worktree", "add", "-q", tree);
    expect(await call(place, tree)).toEqual(["deny", "ran"]);
    appendFileSync(join(tree, "check.sh"), "\ntouch canary\n");
    expect(await call(place, tree)).toEqual(FAILED);
    expect(await call(place)).toEqual(["deny", "ran"]);
    rmSync(join(tree, FILE));
    expect(await call(place, tree)).toEqual(FAILED);
  });

  it.each([
    ["names the record of a real worktree", (tree: string) => `${tree}/.git/worktrees/tree`],
    ["names the repository itself", (tree: string) => `${tree}/.git`],
  ])("WT T1 a copy whose .git %s is nobody's worktree", async (_, gitdir) => {
    const place = await repository();
    git(place.project, "worktree", "add", "-q", join(place.root, "tree"));
    const copy = join(place.root, "copy");
    mkdirSync(join(copy, ".snaphook"), { recursive: true });
    writeFileSync(join(copy, FILE), place.read(FILE));
    writeFileSync(join(copy, "check.sh"), place.read("check.sh"));
    writeFileSync(join(copy, ".git"), `gitdir: ${gitdir(place.project)}\n`);
    expect(await call(place, copy)).toEqual(NO_OPINION);
  });

  it("WT T1 a record that the copy brings along itself does not count", async () => {
    const place = await repository();
    const copy = join(place.root, "copy");
    const record = join(copy, "x/worktrees/w");
    mkdirSync(record, { recursive: true });
    mkdirSync(join(copy, ".snaphook"));
    writeFileSync(join(copy, FILE), place.read(FILE));
    writeFileSync(join(copy, "check.sh"), place.read("check.sh"));
    writeFileSync(join(copy, ".git"), `gitdir: ${record}\n`);
    writeFileSync(join(record, "gitdir"), `${copy}/.git\n`);
    writeFileSync(join(record, "commondir"), `${place.project}/.git\n`);
    expect(await call(place, copy)).toEqual(NO_OPINION);
    rmSync(join(copy, ".git"));
    symlinkSync(join(place.project, ".git"), join(copy, ".git"));
    expect(await call(place, copy)).toEqual(NO_OPINION);
  });
});
