import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { oakPort, overrideOakPort } from "../../src/daemon/oak/oak-port.js";

const folder = () => realpathSync(mkdtempSync(join(tmpdir(), "snaphook-oak-")));

function repository(url?: string): string {
  const path = folder();
  const git = (...args: string[]) => execFileSync("git", ["-c", "init.defaultBranch=main", ...args], { cwd: path });
  git("init", "-q");
  if (url !== undefined) git("remote", "add", "origin", url);
  return path;
}

describe("the port of OAK's scripts", () => {
  it("DA-05 two clones have the same port, however the address ends", () => {
    const port = oakPort(repository("https://example.com/team/app.git"));
    expect(port).toBe(oakPort(repository("https://example.com/team/app")));
    expect(port).toBe(oakPort(repository("https://example.com/team/app.git/")));
    expect(port).toBeGreaterThanOrEqual(37_800);
    expect(port).toBeLessThan(38_800);
    expect(port).not.toBe(oakPort(repository("https://example.com/team/other.git")));
  });

  it("DA-05 it is the one OAK works out: the first 32 bits of an md5, in a thousand ports", () => {
    // md5 of "https://example.com/team/app", by md5sum
    const sum = execFileSync("md5sum", { input: "https://example.com/team/app" }).toString().slice(0, 8);
    const expected = 37_800 + (Number.parseInt(sum, 16) % 1_000);
    expect(oakPort(repository("https://example.com/team/app.git"))).toBe(expected);
  });

  it("DA-05 without a remote it comes from the path, and stays", () => {
    const path = repository();
    expect(oakPort(path)).toBe(oakPort(`${path}/.`));
    const ports = new Set(Array.from({ length: 20 }, () => oakPort(folder())));
    expect(ports.size).toBeGreaterThan(10);
  });

  it("DA-05 a file for everybody wins, and one for this machine wins over it", () => {
    const path = repository("https://example.com/team/app.git");
    mkdirSync(join(path, "oak"));
    writeFileSync(join(path, "oak/daemon.port"), "38001\n");
    expect(oakPort(path)).toBe(38_001);
    overrideOakPort(path, 38_002);
    expect(oakPort(path)).toBe(38_002);
    for (const odd of ["80", "39000", "38002x", "", "-38002"]) {
      writeFileSync(join(path, ".oak/ci/daemon.port"), odd);
      expect(oakPort(path)).toBe(38_001);
    }
  });

  it("DA-05 a worktree has the port of its repository", () => {
    const path = repository("https://example.com/team/app.git");
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], { cwd: path });
    git("commit", "-q", "--allow-empty", "-m", "first");
    const tree = join(folder(), "tree");
    git("worktree", "add", "-q", tree);
    expect(oakPort(tree)).toBe(oakPort(path));
  });
});
