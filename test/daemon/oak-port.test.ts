import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { oakPort, overrideOakPort } from "../../src/daemon/oak/oak-port.js";
import { DaemonPlace } from "../support/running-daemon.js";

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

describe("the daemon on that port", () => {
  /** A project of OAK's with a daemon started in one of its folders. */
  async function started(settings: object, prepare: (project: string) => unknown = () => {}) {
    const place = new DaemonPlace();
    place.write(".oak/config.yaml", "");
    const cwd = join(place.project, "src");
    mkdirSync(cwd);
    await prepare(place.project);
    place.writeUser("daemon.json", { oak: settings });
    onTestFinished(async () => void (await place.run(["down"])));
    const up = await place.run(["up", "--detach"], { cwd });
    return { place, up, status: (await place.json(["status"]))["oak"] };
  }

  async function health(place: DaemonPlace, port: number): Promise<number> {
    const { hooks } = JSON.parse(place.read(join(place.folder, "tokens.json"))) as { hooks: string };
    const headers = { authorization: `Bearer ${hooks}` };
    return (await fetch(`http://127.0.0.1:${port}/api/health`, { headers })).status;
  }

  async function occupy(port: number): Promise<void> {
    const server = createServer();
    // If another program has it already, it is as taken as it should be.
    await new Promise<void>((done) => server.once("error", () => done()).listen(port, "127.0.0.1", done));
    onTestFinished(() => void server.close());
  }

  it("DA-05 after `up --detach` is that of the project, and `up` and `status` say so", async () => {
    const { place, up, status } = await started({ port: "project" });
    const port = oakPort(place.project);
    expect(status).toEqual({ project: place.project, port });
    expect(await health(place, port)).toBe(200);
    expect(up.stdout).toContain(`127.0.0.1:${port}`);
    expect((await place.run(["status"])).stdout).toContain(`127.0.0.1:${port}`);
  });

  it("DA-05 moves to another one if a program has it, and leaves a file that says so", async () => {
    let taken = 0;
    const { place, status } = await started({ port: "project" }, (project) => {
      taken = oakPort(project);
      return occupy(taken);
    });
    const port = Number(place.read(".oak/ci/daemon.port"));
    expect(port).not.toBe(taken);
    expect(status).toEqual({ project: place.project, port });
    expect(oakPort(place.project)).toBe(port);
    expect(await health(place, port)).toBe(200);
  });

  it("DA-05 is reported by `up` and `status` if a program has the one in daemon.json", async () => {
    const taken = await freePort();
    const { place, up } = await started({ port: taken }, () => occupy(taken));
    const problem = `port ${taken} is in use by another program`;
    expect(up.stderr).toContain(problem);
    expect((await place.run(["status"])).stdout).toContain(problem);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}
