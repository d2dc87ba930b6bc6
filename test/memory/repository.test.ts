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
import type { JsonObject } from "../../src/core/text/json.js";
import { Branches } from "../../src/daemon/memory/branches.js";
import { citeLine, holds } from "../../src/daemon/memory/citations.js";
import { foreignReads } from "../../src/daemon/memory/foreign-reads.js";
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

describe("text of others", () => {
  const readBy = (...calls: readonly [name: string, input: JsonObject][]) => {
    const rows = calls.map(([name, input], n) => {
      const { file_path: file } = input;
      const row = { id: String(n), session: "s", at: n, kind: "tool", name, input, success: true } as const;
      return typeof file === "string" ? { ...row, file } : row;
    });
    const foreign = foreignReads(rows, { root: repository, home: join(root, "home") });
    return rows.filter(({ id }) => foreign.has(id)).map(({ name, input }) => [name, ...Object.values(input)].join(" "));
  };
  const bash = (command: string): [string, JsonObject] => ["Bash", { command }];
  const readFile = (file_path: string): [string, JsonObject] => ["Read", { file_path }];

  it("is a file outside the repository, of a dependency or ignored by git, whichever tool or command shows it", () => {
    execFileSync("git", ["init", "-q", repository]);
    writeFileSync(join(repository, ".gitignore"), "*.log\ndownloads/\n/kept.txt\n");
    for (const file of ["README.md", "kept.txt", "build.log"]) writeFileSync(join(repository, file), "text");
    execFileSync("git", ["-C", repository, "add", "-f", "kept.txt"]);
    mkdirSync(join(root, "outside"));
    symlinkSync(join(root, "outside"), join(repository, "link"));
    const others: readonly [string, JsonObject][] = [
      readFile(join(root, "outside/page.html")),
      readFile(join(repository, "node_modules/helper/README.md")),
      readFile(join(repository, "python/.venv/lib/helper.py")),
      readFile(join(repository, "build.log")),
      readFile("downloads/page.html"),
      readFile(join(repository, "link/page.html")),
      ["Grep", { pattern: "x", path: join(root, "outside") }],
      ["Grep", { pattern: "x", path: "node_modules" }],
      ["Glob", { pattern: `${root}/outside/**` }],
      ["Glob", { pattern: "*.md", path: ".." }],
      bash(`cat ${root}/outside/page.html`),
      bash("cat node_modules/helper/README.md | head -5"),
      bash("head -5 ../outside/page.html"),
      bash("less ~/notes.txt"),
      bash("cd /opt/other && sed -n 1,20p README.md"),
      bash("for file in node_modules/*/README.md; do cat $file; done"),
      bash("rg remember node_modules/helper"),
      bash("awk '{print}' < build.log"),
      bash("cat README.md downloads/page.html"),
    ];
    const [own]: (readonly [string, JsonObject][])[] = [
      [
        readFile(join(repository, "README.md")),
        readFile(join(repository, "kept.txt")),
        readFile("src/not-there-yet.ts"),
        ["Write", { file_path: join(root, "outside/note.txt") }],
        ["Edit", { file_path: join(root, "outside/note.txt") }],
        ["Grep", { pattern: "node_modules" }],
        ["Glob", { pattern: "src/**/*.ts" }],
        ["Grep", { pattern: "x", path: repository }],
        bash("cat README.md"),
        bash("npm test 2>/dev/null"),
        bash("npm test < /dev/null"),
        bash("git push --set-upstream origin x"),
        bash("rm -rf node_modules && npm install"),
        bash("grep -rn harbour src"),
      ],
    ];
    expect(readBy(...others)).toEqual(others.map(([name, input]) => [name, ...Object.values(input)].join(" ")));
    expect(readBy(...own!)).toEqual([]);
  });

  it("is known beside paths that git would read as magic, in a repository of another user, and all of it where git does not answer", () => {
    execFileSync("git", ["init", "-q", repository]);
    writeFileSync(join(repository, ".gitignore"), "secret\n");
    const magic = [":(x)y", ":!z", ":(x)y/secret", ":/a", "a\0:(x)y"].map((path) => readFile(path));
    const calls = [readFile("secret"), ...magic] as const;
    const ignored = ["Read secret", "Read :(x)y/secret"];
    expect(readBy(...calls)).toEqual(ignored);
    // Only root can give it away; else its owner is the user.
    if (process.getuid?.() === 0) execFileSync("chown", ["-R", "65534:65534", repository]);
    expect(readBy(...calls)).toEqual(ignored);
    appendFileSync(join(repository, ".git/config"), "[damaged\n");
    expect(readBy(readFile("README.md"), ["Write", { file_path: "a.txt" }])).toEqual(["Read README.md"]);
  });

  it("in a submodule, beside a file that is ignored, and without git", () => {
    writeFileSync(join(repository, ".gitignore"), "*.log\n");
    mkdirSync(join(repository, "sub"));
    const library = join(root, "library");
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always", ...args]);
    const calls = [readFile("sub/a.txt"), readFile("build.log"), readFile("node_modules/x/README.md")] as const;
    expect(readBy(...calls)).toEqual(["Read node_modules/x/README.md"]);
    git("init", "-q", "-b", "main", library);
    git("-C", library, "commit", "-q", "--allow-empty", "-m", "one");
    git("init", "-q", repository);
    rmSync(join(repository, "sub"), { recursive: true });
    git("-C", repository, "submodule", "--quiet", "add", library, "sub");
    expect(readBy(...calls)).toEqual(["Read build.log", "Read node_modules/x/README.md"]);
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
