/** Citations and branches against repositories and files that are not as usual. */
import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Branches } from "../../src/daemon/memory/branches.js";
import { citeLine, holds } from "../../src/daemon/memory/citations.js";
import { gitPlaceOf } from "../../src/daemon/memory/git-place.js";
import { removeFolder } from "../support/remove-folder.js";

let root: string;
let repository: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-repository-")));
  repository = join(root, "repository");
  mkdirSync(repository);
});
afterEach(() => removeFolder(root));

describe("a citation", () => {
  it("of anything but a plain file in the repository does not hold, and is not waited for", () => {
    writeFileSync(join(repository, "real.txt"), "one\ntwo\n");
    const cite = citeLine(repository, "real.txt", 2)!;
    expect(holds(repository, cite)).toBe(true);
    writeFileSync(join(root, "outside.txt"), "one\ntwo\n");
    symlinkSync(join(root, "outside.txt"), join(repository, "link.txt"));
    symlinkSync("/dev/zero", join(repository, "zero.txt"));
    execFileSync("mkfifo", [join(repository, "pipe.txt")]);
    writeFileSync(join(repository, "large.txt"), "one\ntwo\n");
    truncateSync(join(repository, "large.txt"), 2 ** 31);
    mkdirSync(join(repository, "folder.txt"));
    for (const file of ["link.txt", "zero.txt", "pipe.txt", "large.txt", "folder.txt", "../outside.txt", "gone.txt"]) {
      expect(holds(repository, { ...cite, file }), file).toBe(false);
      expect(citeLine(repository, file, 2), file).toBeUndefined();
    }
    rmSync(repository, { recursive: true });
    expect(holds(repository, cite)).toBe(false);
  });
});

describe("a branch", () => {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", ...args], {
      cwd: repository,
      encoding: "utf8",
      stdio: "pipe",
    }).trim();
  const commit = (name: string) => git("commit", "-q", "--allow-empty", "-m", name);
  const isVisible = (place: ReturnType<typeof gitPlaceOf>) => new Branches().isVisible(place, repository);

  it("without a commit, without git and without a branch is no error", async () => {
    expect(gitPlaceOf(repository)).toBeUndefined();
    expect(await isVisible({ branch: "x", commit: "0".repeat(40) })).toBe(true); // no git any more: nothing to compare
    git("init", "-q", "-b", "main");
    expect(gitPlaceOf(repository)).toEqual({ branch: "main", main: true });
    commit("one");
    git("checkout", "-q", "--detach");
    const detached = gitPlaceOf(repository)!;
    expect(detached).toEqual({ commit: git("rev-parse", "HEAD") });
    git("checkout", "-q", "main");
    commit("two");
    expect(await isVisible(detached)).toBe(true);
  });

  it("whose commit a rebase removed, or that a shallow clone lacks, is not visible elsewhere", async () => {
    git("init", "-q", "-b", "main");
    commit("one");
    git("checkout", "-q", "-b", "x");
    commit("work");
    const place = gitPlaceOf(repository)!;
    git("commit", "-q", "--amend", "--allow-empty", "-m", "other work");
    git("checkout", "-q", "main");
    git("merge", "-q", "x");
    expect(await isVisible(place)).toBe(false);
    expect(await isVisible({ branch: "y", commit: "f".repeat(40) })).toBe(false);
    const shallow = join(root, "shallow");
    execFileSync("git", ["clone", "-q", "--depth", "1", `file://${repository}`, shallow], { stdio: "pipe" });
    expect(await new Branches().isVisible({ branch: "y", commit: git("rev-parse", "HEAD~1") }, shallow)).toBe(false);
  });

  it("of a submodule, or with its git folder elsewhere, is at the submodule's commit, not at that of the repository around it", async () => {
    git("init", "-q", "-b", "main");
    commit("around");
    const library = join(root, "library");
    execFileSync("git", ["init", "-q", "-b", "main", "--separate-git-dir", join(root, "library.git"), library]);
    const inLibrary = ["-C", library];
    git(...inLibrary, "commit", "-q", "--allow-empty", "-m", "one");
    expect(gitPlaceOf(library)).toMatchObject({ branch: "main", commit: git(...inLibrary, "rev-parse", "HEAD") });
    git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", library, "sub");
    const sub = join(repository, "sub");
    git("-C", sub, "checkout", "-q", "-b", "x");
    git("-C", sub, "commit", "-q", "--allow-empty", "-m", "work");
    const place = gitPlaceOf(sub)!;
    expect(place).toEqual({ branch: "x", commit: git("-C", sub, "rev-parse", "HEAD") });
    git("-C", sub, "checkout", "-q", "main");
    expect(gitPlaceOf(sub)).toMatchObject({ branch: "main", commit: git("-C", sub, "rev-parse", "HEAD") });
    expect(await new Branches().isVisible(place, sub)).toBe(false);
    git("-C", sub, "merge", "-q", "x");
    expect(await new Branches().isVisible(place, sub)).toBe(true);
  });

  it("in files of git that never end, or with a commit that is an option, runs nothing and does not hang", async () => {
    git("init", "-q", "-b", "main");
    commit("one");
    expect(await isVisible({ branch: "y", commit: "--upload-pack=x" })).toBe(false);
    rmSync(join(repository, ".git/HEAD"));
    execFileSync("mkfifo", [join(repository, ".git/HEAD")]);
    expect(gitPlaceOf(repository)).toBeUndefined();
    rmSync(join(repository, ".git/HEAD"));
    writeFileSync(join(repository, ".git/HEAD"), "ref: refs/heads/../../../outside\n");
    appendFileSync(join(root, "outside"), "not a commit\n");
    expect(gitPlaceOf(repository)?.commit).toBeUndefined();
  });
});
