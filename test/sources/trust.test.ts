import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { describe, expect, it } from "vitest";
import { bash, type Fired, PROGRAM, ProgramPlace, says } from "../support/program.js";

const FILE = ".snaphook/hooks.json";
const denying = (reason: string) => ({ hooks: [{ id: "no", event: "PreToolUse", command: says("deny", reason) }] });

function projectWith(content: object | string = denying("no")): ProgramPlace {
  const place = new ProgramPlace();
  place.write(FILE, content);
  return place;
}

const fire = (place: ProgramPlace): Promise<Fired> => place.fire("PreToolUse", bash("ls"));
const stateOf = async (place: ProgramPlace) => (await place.list()).map(({ trust }) => trust);

const WHY = {
  untrusted: /not approved yet: review it with `snaphook trust`/,
  modified: /changed since it was approved: review it again/,
  denied: /denied by you/,
};

/** Neither `fire` nor an agent's call runs it, and the decision says why. */
async function expectRefused(place: ProgramPlace, state: keyof typeof WHY): Promise<void> {
  const fired = await fire(place);
  expect(fired).toMatchObject({ decision: "none", hooks: [], notes: [{ code: "NOT_ADMITTED", hook: "no" }] });
  expect(fired.notes[0]!.message).toMatch(WHY[state]);
  expect(await place.hook("PreToolUse", bash("ls"))).toEqual({});
}

const modeOf = ({ mode }: { readonly mode: number }) => (mode & 0o777).toString(8);

describe("trust", () => {
  it("SE-02 S20-17 runs nothing of a project before its exact content is approved", async () => {
    const place = projectWith();
    await expectRefused(place, "untrusted");
    expect(await stateOf(place)).toEqual(["untrusted"]);
    const approved = await place.trust();
    expect(approved).toMatchObject({ code: 0, stdout: expect.stringContaining(`Approved ${place.path(FILE)}.`) });
    expect(await stateOf(place)).toEqual(["trusted"]);
    expect((await fire(place)).decision).toBe("deny");
    expect(await place.hook("PreToolUse", bash("ls"))).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny" },
    });
    expect(await place.json(["trust"])).toEqual({ approved: [], alreadyTrusted: [place.path(FILE)] });
  });

  it("SE-02 does not run a changed command until it is approved again", async () => {
    const place = projectWith();
    await place.trust();
    expect((await fire(place)).reason).toBe("no");
    place.write(FILE, denying("changed"));
    await expectRefused(place, "modified");
    await place.trust();
    expect((await fire(place)).reason).toBe("changed");
  });

  it("SE-02 notices one byte, and takes the old content back as approved", async () => {
    const place = projectWith();
    const original = place.read(FILE);
    await place.trust();
    appendFileSync(place.path(FILE), "\n");
    await expectRefused(place, "modified");
    place.write(FILE, original);
    expect((await fire(place)).decision).toBe("deny");
  });

  it("SE-02 covers the scripts a hook names, also those that appear later", async () => {
    const place = projectWith({
      hooks: [{ id: "no", event: "PreToolUse", command: "sh scripts/check.sh && ./late.sh" }],
    });
    place.write("scripts/check.sh", says("deny", "script"));
    chmodSync(place.write("late.sh", "#!/bin/sh\n"), 0o755);
    rmSync(place.path("late.sh"));
    const reviewed = await place.run(["trust"]);
    expect(reviewed.stdout).toContain(
      `The approval covers:\n    ${place.path(FILE)}\n    ${place.path("late.sh")}\n    ${place.path("scripts/check.sh")}\n`,
    );
    await place.trust();
    expect(await stateOf(place)).toEqual(["trusted"]);
    place.write("scripts/check.sh", says("allow", "swapped"));
    await expectRefused(place, "modified");
    await place.trust();
    chmodSync(place.write("late.sh", "#!/bin/sh\ntouch canary\n"), 0o755);
    await expectRefused(place, "modified");
    expect(place.has("canary")).toBe(false);
  });

  it("T15 shows what a script holds before it is approved for the first time", async () => {
    const place = projectWith({ hooks: [{ id: "no", event: "PreToolUse", command: "sh scripts/check.sh; ./tool" }] });
    place.write("scripts/check.sh", "echo first\n\u001b[2Kecho second\n");
    chmodSync(place.write("tool", "\u007fELF\0\0"), 0o755);
    const { stdout } = await place.run(["trust"]);
    expect(stdout).toMatch(/check\.sh:\n +│ echo first\n +│ ⟦ESC⟧\[2Kecho second\n/);
    expect(stdout).toContain(`${place.path("tool")}: no text that can be shown`);
    await place.trust();
    place.write("scripts/check.sh", "echo third\n");
    const again = (await place.run(["trust"])).stdout;
    expect(again).toContain("+ echo third");
    expect(again).not.toContain("│ echo third");
  });

  it("SE-03 asks for approval of a file that appears during a session", async () => {
    const place = projectWith();
    await place.trust();
    expect((await fire(place)).hooks.map(({ id }) => id)).toEqual(["no"]);
    place.write(".snaphook/hooks.d/new.json", { id: "new", event: "PreToolUse", command: "touch canary" });
    place.write("sub/.snaphook/hooks.json", { hooks: [{ id: "sub", event: "PreToolUse", command: "touch canary" }] });
    mkdirSync(place.path(".git"));
    await place.hook("PreToolUse", bash("ls"));
    const fired = await place.fire("PreToolUse", bash("ls"), [], { cwd: place.path("sub") });
    expect(fired.hooks.map(({ id }) => id)).toEqual(["no"]);
    expect(fired.notes.map(({ code, hook }) => `${code} ${hook}`)).toEqual(["NOT_ADMITTED new", "NOT_ADMITTED sub"]);
    expect(place.has("canary") || place.has("sub/canary")).toBe(false);
  });

  it("SE-03 asks for approval of a project that had no hooks before", async () => {
    const place = new ProgramPlace();
    expect(await place.hook("PreToolUse", bash("ls"))).toEqual({});
    place.write(FILE, { hooks: [{ id: "no", event: "PreToolUse", command: "touch canary" }] });
    await expectRefused(place, "untrusted");
    expect(place.has("canary")).toBe(false);
  });

  it("binds an approval to the place: a moved or copied project needs its own", async () => {
    const place = projectWith();
    await place.trust();
    cpSync(place.project, `${place.root}/copy`, { recursive: true });
    expect((await place.list([], { cwd: `${place.root}/copy` })).map(({ trust }) => trust)).toEqual(["untrusted"]);
    renameSync(place.project, `${place.root}/moved`);
    expect((await place.list([], { cwd: `${place.root}/moved` })).map(({ trust }) => trust)).toEqual(["untrusted"]);
  });

  it("notices a link that is pointed elsewhere, even to the same content", async () => {
    const place = new ProgramPlace();
    for (const name of ["one.json", "two.json"]) place.write(`shared/${name}`, denying("no"));
    mkdirSync(place.path(".snaphook"));
    symlinkSync("../shared/one.json", place.path(FILE));
    await place.trust();
    expect(await stateOf(place)).toEqual(["trusted"]);
    rmSync(place.path(FILE));
    symlinkSync("../shared/two.json", place.path(FILE));
    await expectRefused(place, "modified");
  });

  it("keeps a denied file denied, whatever it holds, until it is approved", async () => {
    const place = projectWith();
    expect(await place.json(["deny", "."])).toEqual({ denied: [place.path(FILE)] });
    await expectRefused(place, "denied");
    place.write(FILE, denying("other"));
    await expectRefused(place, "denied");
    await place.trust();
    expect((await fire(place)).reason).toBe("other");
  });

  it("forgets an approval on request, also of a file that is gone", async () => {
    const place = projectWith();
    await place.trust();
    expect(await place.json(["untrust"])).toEqual({ untrusted: [place.path(FILE)] });
    await expectRefused(place, "untrusted");
    expect(await place.json(["untrust"])).toEqual({ untrusted: [] });
    await place.trust();
    const content = place.read(FILE);
    rmSync(place.path(FILE));
    expect(await place.json(["untrust", FILE])).toEqual({ untrusted: [place.path(FILE)] });
    place.write(FILE, content);
    expect(await stateOf(place)).toEqual(["untrusted"]);
  });

  it("refuses a wrong hash and says the right one", async () => {
    const place = projectWith();
    const { hash } = await place.json<{ hash: string }>(["trust"]);
    const wrong = await place.run(["trust", "--hash", hash.replace(/^./, (digit) => (digit === "0" ? "1" : "0"))]);
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toMatch(
      new RegExp(`TRUST_HASH_MISMATCH: the hash of what is here is ${hash}\n {4}The content is not what you reviewed`),
    );
    expect(await stateOf(place)).toEqual(["untrusted"]);
    place.write(FILE, denying("swapped after the review"));
    expect((await place.run(["trust", "--hash", hash])).code).toBe(1);
    expect(await stateOf(place)).toEqual(["untrusted"]);
  });

  it("has one hash for several files, which stands for all of their content", async () => {
    const place = projectWith();
    place.write(".snaphook/hooks.d/more.json", { event: "Stop", command: "true" });
    const { hash } = await place.json<{ hash: string }>(["trust"]);
    place.write(".snaphook/hooks.d/more.json", { event: "Stop", command: "false" });
    expect((await place.json<{ hash: string }>(["trust"])).hash).not.toBe(hash);
    expect((await place.trust()).code).toBe(0);
    expect(await stateOf(place)).toEqual(["trusted", "trusted"]);
  });

  it("never takes a pipe for a person", async () => {
    const place = projectWith();
    const ran = await place.run(["trust"], { input: "yes\nyes\n" });
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(
      /TRUST_NEEDS_PERSON: nothing was approved; .*\n {4}Run it in a terminal, or pass the printed hash/,
    );
    expect(await stateOf(place)).toEqual(["untrusted"]);
  });

  it("shows everything that would run", async () => {
    const place = projectWith({
      hooks: [
        {
          id: "h",
          event: "PreToolUse",
          matcher: "Bash(git *)",
          guard: true,
          command: "check\nnow",
          args: ["a b"],
          env: { BASH_ENV: "evil.sh" },
          passEnv: ["TOKEN"],
          agents: ["pi"],
        },
        {
          id: "web",
          event: "Stop",
          type: "http",
          url: "https://example.com/hook",
          headers: { authorization: "Bearer ${TOKEN}" },
          passEnv: ["TOKEN"],
        },
      ],
    });
    const { stdout } = await place.run(["trust"]);
    for (const piece of [
      'check\n      │ now "a b"',
      'env: {"BASH_ENV":"evil.sh"}',
      'passEnv: ["TOKEN"]',
      "POST https://example.com/hook",
      "Bearer ${TOKEN}",
      "pi  guard",
    ])
      expect(stdout).toContain(piece);
  });

  it("names one file, or refuses what is not there", async () => {
    const place = projectWith();
    place.write(".snaphook/hooks.d/more.json", { event: "Stop", command: "true" });
    expect((await place.trust(FILE)).code).toBe(0);
    expect(await stateOf(place)).toEqual(["trusted", "untrusted"]);
    const nothing = await place.run(["trust", "nowhere"]);
    expect(nothing.code).toBe(2);
    expect(nothing.stderr).toMatch(
      /TRUST_NOTHING: no config of a project was found at .*nowhere\n {4}Name a config file/,
    );
    const records = await place.json<{ path: string; decision: string }[]>(["trust", "--list"]);
    expect(records).toMatchObject([{ path: place.path(FILE), decision: "allow" }]);
  });

  it("holds for a project that is reached through a link, and the reverse", async () => {
    const place = projectWith();
    symlinkSync(place.project, `${place.root}/link`);
    await place.trust(`${place.root}/link`);
    expect(await stateOf(place)).toEqual(["trusted"]);
    expect(await place.hook("PreToolUse", { ...bash("ls"), cwd: `${place.root}/link` })).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny" },
    });
  });

  it.each(["000", "022", "077", "277"])("keeps its records private with the umask %s", async (umask) => {
    const place = projectWith();
    const { hash } = await place.json<{ hash: string }>(["trust"]);
    const line = `umask ${umask}; exec "${process.execPath}" "${PROGRAM}" trust --hash ${hash}`;
    expect(spawnSync("sh", ["-c", line], { cwd: place.project, env: place.env }).status).toBe(0);
    const folder = `${place.data}/trust`;
    const made = readdirSync(folder, { recursive: true }).map((name) => statSync(`${folder}/${String(name)}`));
    const modes = (kind: "isFile" | "isDirectory") => [...new Set(made.filter((one) => one[kind]()).map(modeOf))];
    expect([modeOf(statSync(folder)), ...modes("isDirectory"), ...modes("isFile")]).toEqual(["700", "700", "600"]);
  });

  it("says when the approval cannot be kept", async () => {
    const place = projectWith();
    const { hash } = await place.json<{ hash: string }>(["trust"]);
    place.write(place.data, "a file in the way");
    const ran = await place.run(["trust", "--hash", hash]);
    expect(ran.code).toBe(1);
    expect(ran.stderr).toMatch(/hooks\.json: error FILE_UNWRITABLE/);
  });

  it("says when a denial cannot be kept, and where there was nothing to deny", async () => {
    const place = projectWith();
    const none = await place.run(["deny", place.root]);
    expect(none.stdout).toContain(`No hooks to block at ${place.root}`);
    place.write(`${place.data}/trust`, "a file in the way");
    const ran = await place.run(["deny", "."]);
    expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining(`${place.data}: error FILE_UNWRITABLE`) });
  });

  it("treats a damaged record as no approval, and as one that was given", async () => {
    const place = projectWith();
    await place.trust();
    const [record] = readdirSync(`${place.data}/trust`).filter((name) => name.endsWith(".json"));
    place.write(`${place.data}/trust/${record}`, "{");
    await expectRefused(place, "modified");
  });
});
