/** The name of a file in its repository, on real folders laid out as git does. */
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { RecordingProbe } from "../../src/sources/discover/recording-probe.js";
import { isBelow, nameOf, pathOfName, repositoryOf } from "../../src/sources/trust/repository.js";
import { removeFolder } from "../support/remove-folder.js";

let root: string;
const at = (path: string) => join(root, path);
function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}
const mainOf = (folder: string) => repositoryOf(at(folder), new RecordingProbe()).main;

/** `tree` is a worktree of the repository whose git folder is `owner`. */
function worktree(owner: string): void {
  write("tree/.git", `gitdir: ${at(owner)}/worktrees/tree\n`);
  write(`${owner}/worktrees/tree/gitdir`, `${at("tree")}/.git\n`);
  write(`${owner}/worktrees/tree/commondir`, "../..\n");
}

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-repository-")));
  onTestFinished(() => removeFolder(root));
});

describe("the main checkout", () => {
  it("of a worktree is where its repository is, with or without files of its own", () => {
    worktree("main/.git");
    expect(mainOf("tree")).toBe(at("main"));
    worktree("bare.git");
    expect(mainOf("tree")).toBe(at("bare.git"));
  });

  it("may be named relatively, as newer git does", () => {
    worktree("main/.git");
    write("tree/.git", "gitdir: ../main/.git/worktrees/tree");
    write("main/.git/worktrees/tree/gitdir", "../../../../tree/.git");
    expect(mainOf("tree")).toBe(at("main"));
  });

  it("of any other folder is the folder", () => {
    write("main/.git/HEAD", "x");
    mkdirSync(at("plain"));
    expect([mainOf("main"), mainOf("plain")]).toEqual([at("main"), at("plain")]);
  });

  it.each([
    ["its record does not point back", () => write("main/.git/worktrees/tree/gitdir", at("other/.git"))],
    ["its record says nothing", () => write("main/.git/worktrees/tree/gitdir", "\n")],
    ["its record is gone", () => unlinkSync(at("main/.git/worktrees/tree/gitdir"))],
    ["its record belongs to another repository", () => write("main/.git/worktrees/tree/commondir", "../../..")],
    ["its record does not say to which one it belongs", () => unlinkSync(at("main/.git/worktrees/tree/commondir"))],
    ["there is no such record", () => write("tree/.git", `gitdir: ${at("main/.git/worktrees/none")}\n`)],
    ["its file says more than a place", () => write("tree/.git", `x\ngitdir: ${at("main/.git/worktrees/tree")}\n`)],
    ["its file does not say it is a place", () => write("tree/.git", `${at("main/.git/worktrees/tree")}\n`)],
  ])("SE-02 is not lent to a folder when %s", (_, spoil) => {
    worktree("main/.git");
    expect(mainOf("tree")).toBe(at("main"));
    spoil();
    expect(mainOf("tree")).toBe(at("tree"));
  });

  it("SE-02 is not lent to a folder whose record lies anywhere but among the worktrees", () => {
    write("tree/.git", `gitdir: ${at("main/.git/modules/tree")}\n`);
    write("main/.git/modules/tree/gitdir", `${at("tree")}/.git`);
    write("main/.git/modules/tree/commondir", "../..");
    expect(mainOf("tree")).toBe(at("tree"));
  });

  it("SE-02 is not lent by a link to the .git of a worktree", () => {
    worktree("main/.git");
    mkdirSync(at("thief"));
    symlinkSync(at("tree/.git"), at("thief/.git"));
    expect(mainOf("thief")).toBe(at("thief"));
  });
});

describe("the name of a file", () => {
  const tree = { root: "/w/trees/one", main: "/w/main" };

  it("is its path in the main checkout, and leads back to it", () => {
    expect(nameOf("/w/trees/one/a/b", tree)).toBe("/w/main/a/b");
    expect(pathOfName("/w/main/a/b", tree)).toBe("/w/trees/one/a/b");
    expect(nameOf("/w/trees/one", tree)).toBe("/w/main");
  });

  it("is its path where it lies elsewhere, or there is no worktree", () => {
    expect(nameOf("/w/other/a", tree)).toBe("/w/other/a");
    expect(nameOf("/w/trees/two/a", tree)).toBe("/w/trees/two/a");
    expect(nameOf("/w/main/a", { root: "/w/main", main: "/w/main" })).toBe("/w/main/a");
  });
});

it.each([
  ["/a/b", "/a", true],
  ["/a/..b", "/a", true],
  ["/a/b/c", "/a", true],
  ["/a", "/a", false],
  ["/", "/a", false],
  ["/b", "/a", false],
  ["/b/c", "/a", false],
  ["/ab", "/a", false],
])("%s is below %s: %s", (path, folder, expected) => {
  expect(isBelow(path, folder)).toBe(expected);
});
