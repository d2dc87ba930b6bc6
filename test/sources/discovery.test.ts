import { mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { ProgramPlace } from "../support/program.js";

const hook = (id: string) => ({ hooks: [{ id, event: "Stop", command: `echo ${id}` }] });

/** Hooks at the root, in packages/a and in packages/a/src; packages/b has none. */
function monorepo(git: boolean): ProgramPlace {
  const place = new ProgramPlace();
  place.write(".snaphook/hooks.json", hook("root"));
  place.write("packages/a/.snaphook/hooks.json", hook("a"));
  place.write("packages/a/src/.snaphook/hooks.yaml", "hooks: [{ id: src, event: Stop, command: echo src }]");
  mkdirSync(place.path("packages/b"), { recursive: true });
  mkdirSync(place.path("packages/a/src/deep"));
  if (git) mkdirSync(place.path(".git"));
  return place;
}

const idsIn = async (place: ProgramPlace, folder: string) =>
  (await place.list([], { cwd: place.path(folder) })).map(({ id, source }) => `${id} ${source}`);

describe("discovery", () => {
  it("in a repository, counts every folder from its root to the event's, outermost first", async () => {
    const place = monorepo(true);
    expect(await idsIn(place, ".")).toEqual(["root project"]);
    expect(await idsIn(place, "packages")).toEqual(["root project"]);
    expect(await idsIn(place, "packages/a")).toEqual(["root project", "a project:packages/a"]);
    expect(await idsIn(place, "packages/b")).toEqual(["root project"]);
    expect(await idsIn(place, "packages/a/src/deep")).toEqual([
      "root project",
      "a project:packages/a",
      "src project:packages/a/src",
    ]);
  });

  it("without a repository, the nearest folder with hooks is the root", async () => {
    const place = monorepo(false);
    expect(await idsIn(place, ".")).toEqual(["root project"]);
    expect(await idsIn(place, "packages/a")).toEqual(["a project"]);
    expect(await idsIn(place, "packages/b")).toEqual(["root project"]);
    expect(await idsIn(place, "packages/a/src/deep")).toEqual(["src project"]);
  });

  it("says why each file applies", async () => {
    const place = monorepo(true);
    place.writeUser("hooks.json", hook("user"));
    const { stdout } = await place.run(["list"], { cwd: place.path("packages/a/src") });
    const reasons = [...stdout.matchAll(/^(\S+) +((?:un)?trusted) +\S+ +(\w+) +(.+)$/gm)].map((found) =>
      found.slice(1),
    );
    expect(reasons).toEqual([
      ["builtin", "trusted", "builtin", "part of Snaphook"],
      ["user", "trusted", "user", "your user config"],
      ["project", "untrusted", "project", "the project root"],
      [
        "project:packages/a",
        "untrusted",
        "project",
        `a directory between the project root and the event (${place.path("packages/a")})`,
      ],
      ["project:packages/a/src", "untrusted", "project", "the directory of the event"],
    ]);
    const hooks = await place.list([], { cwd: place.path("packages/a") });
    expect(hooks.map(({ why }) => why)).toEqual(["your user config", "the project root", "the directory of the event"]);
  });

  it("takes a nested repository for a project of its own, also as a submodule", async () => {
    const place = monorepo(true);
    place.write("packages/a/.git", "gitdir: ../../.git/modules/a\n");
    expect(await idsIn(place, "packages/a")).toEqual(["a project"]);
    expect(await idsIn(place, "packages/b")).toEqual(["root project"]);
  });

  it("takes neither the home folder nor anything above it for a project, unless the event is there", async () => {
    const place = new ProgramPlace();
    place.write(`${place.root}/.snaphook/hooks.json`, hook("above"));
    place.write(`${place.home}/.snaphook/hooks.json`, hook("home"));
    mkdirSync(`${place.home}/work/deep`, { recursive: true });
    const ids = async (cwd: string) => (await place.list([], { cwd })).map(({ id }) => id);
    expect(await ids(`${place.home}/work/deep`)).toEqual([]);
    expect(await ids(place.home)).toEqual(["home"]);
    mkdirSync(`${place.root}/.git`);
    expect(await ids(place.home)).toEqual(["home"]);
  });

  it("runs user hooks first, then the project's from the outside in", async () => {
    const place = new ProgramPlace();
    mkdirSync(place.path(".git"));
    const log = (word: string) => ({
      hooks: [{ event: "Stop", command: `echo ${word} >> "${place.path("order.txt")}"` }],
    });
    place.writeUser("hooks.json", log("user"));
    place.write(".snaphook/hooks.json", log("root"));
    place.write(".snaphook/hooks.d/extra.json", log("extra").hooks[0]!);
    place.write("a/.snaphook/hooks.json", log("a"));
    await place.trust("a");
    await place.fire("Stop", {}, [], { cwd: place.path("a") });
    expect(place.read("order.txt")).toBe("user\nroot\nextra\na\n");
  });
});
