/** Files of ours: private whatever the umask, and never written through a link that somebody has put there. */
import { spawn } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { bash, PROGRAM, ProgramPlace, type RunOptions } from "../support/program.js";

const UMASK = 'umask 000; exec "$@"';

/** Everything that writes, as somebody with no umask at all would do it. */
class OpenPlace extends ProgramPlace {
  readonly temporary = join(this.root, "tmp");

  override get env(): Record<string, string> {
    const { SNAPHOOK_DAEMON: _, ...env } = super.env;
    return { ...env, TMPDIR: this.temporary };
  }

  async openly(args: readonly string[], { input = "" }: RunOptions = {}): Promise<string> {
    const child = spawn("/bin/sh", ["-c", UMASK, "sh", process.execPath, PROGRAM, ...args], {
      cwd: this.project,
      env: this.env,
      stdio: ["pipe", "pipe", "ignore"],
    });
    let printed = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
    child.stdin.end(typeof input === "string" ? input : JSON.stringify(input));
    await new Promise((done) => child.once("close", done));
    return printed;
  }

  async useEverything(): Promise<void> {
    mkdirSync(this.temporary, { recursive: true });
    mkdirSync(join(this.project, ".git"), { recursive: true });
    await this.openly(["init"]);
    await this.openly(["init", "--user"]);
    await this.openly(["install", "--all"]);
    await this.openly(["install", "--project", "claude-code"]);
    this.write("snaphook.config.mjs", "export default [];\n");
    const { hash } = JSON.parse(await this.openly(["trust", "--json"])) as { hash: string };
    await this.openly(["trust", "--hash", hash]);
    await this.openly(["disable", "no-force-push"]);
    await this.openly(["up", "--detach"]);
    onTestFinished(async () => void (await this.openly(["down"])));
    const input = { session_id: "s1", cwd: this.project, ...bash("ls") };
    for (const event of ["SessionStart", "PreToolUse", "Stop"])
      await this.openly(["hook", "--alone", "claude-code", event], { input });
    await this.openly(["fire", "PreToolUse", "--payload", "-"], { input });
    await this.openly(["down"]);
  }

  /** What lies in our own folders. */
  get ours(): string[] {
    return [this.user, this.data, this.state, this.cache, this.temporary].filter(existsSync).flatMap(filesBelow);
  }
}

describe("files of ours", () => {
  it("T16 T9 SE-09 nobody else may read or change them, whatever the umask", async () => {
    const place = new OpenPlace();
    await place.useEverything();
    const notOurs = [
      join(place.project, ".git"),
      join(place.project, "snaphook.config.mjs"),
      place.user,
      place.temporary,
    ];
    const made = filesBelow(place.root).filter((path) => !notOurs.includes(path));
    const open = (bits: number, paths: readonly string[]) =>
      paths.filter((path) => (lstatSync(path).mode & bits) !== 0);
    expect(made.length).toBeGreaterThan(30);
    expect(open(0o022, made)).toEqual([]);
    expect(
      open(
        0o077,
        made.filter((path) => place.ours.includes(path)),
      ),
    ).toEqual([]);
  });

  it("T16 T9 none of them is written through a link", async () => {
    const first = new OpenPlace();
    await first.useEverything();
    const second = new OpenPlace();
    const victims = join(second.root, "victims");
    mkdirSync(victims);
    const names = first.ours.filter((path) => lstatSync(path).isFile()).map((path) => relative(first.root, path));
    // A program's own copy has a name that says what is in it; whoever can write there has won already.
    const planted = names.filter((name) => !/\/versions\//.test(name));
    for (const [i, name] of planted.entries()) {
      const at = join(second.root, name);
      mkdirSync(dirname(at), { recursive: true, mode: 0o700 });
      writeFileSync(join(victims, String(i)), "mine");
      symlinkSync(join(victims, String(i)), at);
    }
    await second.useEverything();
    const changed = planted.filter((_, i) => readFileSync(join(victims, String(i)), "utf8") !== "mine");
    expect(planted.length).toBeGreaterThan(8);
    expect(changed).toEqual([]);
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? [path, ...filesBelow(path)] : [path];
  });
}
