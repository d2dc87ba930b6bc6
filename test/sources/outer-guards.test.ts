/** Approved guards of every folder above an event count: nothing that is made or removed in between hides them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bash, ProgramPlace, says } from "../support/program.js";

const FILE = ".snaphook/hooks.json";
const DEEP = Array.from({ length: 70 }, (_, i) => `d${i}`).join("/");
const guard = (command: string) => ({ hooks: [{ id: "guard", event: "PreToolUse", guard: true, command }] });

async function approved(prepare: (place: ProgramPlace) => void = () => {}): Promise<ProgramPlace> {
  const place = new ProgramPlace();
  for (const folder of [".git", "packages/web/src", DEEP]) mkdirSync(place.path(folder), { recursive: true });
  place.write(FILE, guard(says("deny", "root")));
  prepare(place);
  expect((await place.trust()).code).toBe(0);
  return place;
}

const decide = async (place: ProgramPlace, folder = "packages/web") => {
  const { decision, reason } = await place.fire("PreToolUse", bash("ls"), [], { cwd: place.path(folder) });
  return [decision, reason];
};

const CHANGES: readonly (readonly [string, string, (place: ProgramPlace) => void])[] = [
  ["a file .git [approved above]", "packages/web", (place) => place.write("packages/web/.git", "")],
  ["a folder .git [approved above]", "packages/web/src", (place) => mkdirSync(place.path("packages/web/.git"))],
  [
    "a submodule [approved above]",
    "packages/web",
    (place) => place.write("packages/web/.git", "gitdir: ../../.git/modules/web\n"),
  ],
  [
    "two of them [approved above]",
    "packages/web/src",
    (place) => {
      place.write("packages/.git", "");
      place.write("packages/web/.git", "");
    },
  ],
  ["70 levels of folders", DEEP, () => {}],
  ["70 levels with a .git [approved above]", DEEP, (place) => place.write(`${DEEP}/.git`, "")],
  [
    "a root that is gone, and files of ours further in [approved above]",
    "packages/web",
    (place) => {
      rmSync(place.path(".git"), { recursive: true });
      place.write(`packages/web/${FILE}`, { hooks: [] });
    },
  ],
];

describe("an approved guard above the event", () => {
  it.each(CHANGES)("SE-02 answers in spite of %s", async (_, folder, change) => {
    const place = await approved();
    change(place);
    expect(await decide(place, folder)).toEqual(["deny", "root"]);
  });

  it("SE-02 of the home folder counts in it, and in no folder below", async () => {
    const place = new ProgramPlace();
    place.write(join(place.home, FILE), guard(says("deny", "home")));
    mkdirSync(join(place.home, "work/app/.git"), { recursive: true });
    expect((await place.trust(place.home)).code).toBe(0);
    expect(await decide(place, place.home)).toEqual(["deny", "home"]);
    for (const folder of ["work", "work/app"])
      expect(await decide(place, join(place.home, folder)), folder).toEqual(["none", null]);
  });

  it("SE-02 through an agent's call, which is answered by the same plan [approved above]", async () => {
    const place = await approved();
    place.write("packages/web/.git", "");
    expect(await place.hook("PreToolUse", bash("ls"), { cwd: place.path("packages/web") })).toMatchObject({
      hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: expect.stringContaining("root") },
    });
  });

  it("SE-02 answers its failure contract when its file is gone too [approved above]", async () => {
    const place = await approved();
    place.write("packages/web/.git", "");
    rmSync(place.path(FILE));
    expect(await decide(place)).toEqual(["deny", expect.stringContaining('Guard "guard" could not decide')]);
  });

  it("SE-02 of a package keeps its project, so that no script of the package stands in for one of the root [project folder]", async () => {
    const place = await approved((one) => {
      one.write(FILE, { hooks: [] });
      one.write("check.sh", says("deny", "script of the root"));
      one.write(`packages/web/${FILE}`, guard('sh "$SNAPHOOK_PROJECT_DIR/check.sh"'));
    });
    expect((await place.trust("packages/web")).code).toBe(0);
    expect(await decide(place)).toEqual(["deny", "script of the root"]);
    place.write("packages/web/.git", "");
    place.write("packages/web/check.sh", "touch canary");
    expect(await decide(place)).toEqual(["deny", "script of the root"]);
    expect(place.has("packages/web/canary")).toBe(false);
  });

  it("T3 a script of the event's folder does not stand in for the approved one of the project [project folder]", async () => {
    const place = await approved((one) => {
      one.write(FILE, guard('sh "$SNAPHOOK_PROJECT_DIR"/check.sh'));
      one.write("check.sh", says("deny", "approved script"));
    });
    place.write("packages/web/check.sh", "touch canary");
    expect(await decide(place)).toEqual(["deny", "approved script"]);
    expect(place.has("packages/web/canary")).toBe(false);
  });

  it("SE-02 of another system's file [approved above]", async () => {
    const place = await approved((one) => {
      one.write(FILE, { dialects: ["claude"], hooks: [] });
      one.write(".claude/settings.json", {
        hooks: { PreToolUse: [{ hooks: [{ type: "command", command: says("deny", "claude") }] }] },
      });
    });
    expect(await decide(place)).toEqual(["deny", "claude"]);
    place.write("packages/web/.git", "");
    expect(await decide(place)).toEqual(["deny", "claude"]);
  });

  it("SE-02 of a code config [approved above]", async () => {
    const place = await approved((one) => {
      one.write(FILE, { hooks: [] });
      one.write(
        "snaphook.config.mjs",
        `export default { hooks: [{ id: "code", event: "PreToolUse", guard: true, run: () => ({ decision: "deny", reason: "code" }) }] };`,
      );
    });
    place.write("packages/web/.git", "");
    expect(await decide(place)).toEqual(["deny", "code"]);
  });

  it("WT in a worktree, and once in a worktree inside its main checkout [approved above]", async () => {
    const place = await approved((one) => rmSync(one.path(".git"), { recursive: true }));
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", ...args], {
        cwd: place.project,
        stdio: "pipe",
      });
    place.write("packages/web/keep", "");
    git("init", "-q");
    git("add", "-A");
    git("commit", "-qm", "first");
    for (const tree of [join(place.root, "tree"), place.path(".trees/one")]) {
      git("worktree", "add", "-q", "--detach", tree);
      writeFileSync(join(tree, "packages/web/.git"), "");
      for (const cwd of [tree, join(tree, "packages/web")]) {
        const fired = await place.fire("PreToolUse", bash("ls"), [], { cwd });
        expect([cwd, fired.decision, fired.reason]).toEqual([cwd, "deny", "root"]);
        if (cwd === tree) expect(fired.hooks.length).toBe(1);
      }
    }
  });

  it("T1 and nothing above the root counts that was not approved", async () => {
    const place = await approved();
    place.write("packages/web/.git", "");
    place.write("packages/.snaphook/hooks.json", guard("touch canary"));
    place.write(FILE, guard("touch canary"));
    expect((await decide(place))[0]).toBe("deny");
    expect(place.has("canary") || place.has("packages/canary") || place.has("packages/web/canary")).toBe(false);
    await place.run(["deny", "."]);
    expect(await decide(place)).toEqual(["none", null]);
  });
});
