import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { bash, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

let place: DaemonPlace;
beforeEach(() => {
  place = new DaemonPlace();
});

/** Empty for a file that the daemon has taken in meanwhile. */
function contentOf(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return "";
  }
}

const call = (command: string, more: object = {}) => ({
  session_id: "s",
  cwd: place.project,
  ...bash(command),
  ...more,
});
const guard = (command: string) => ({ hooks: { PreToolUse: [{ id: "g", guard: true, command }] } });
const told = async (command: string, env: Record<string, string> = {}) =>
  (await place.launch("claude-code", "PreToolUse", call(command), { env })).stdout;

describe("nobody switches off a guard", () => {
  it("by a config file that is no file: a device, a terminal, a pipe", async () => {
    place.writeUser("hooks.json", guard(says("deny", "the harbour is closed")));
    mkdirSync(place.path(".snaphook"));
    await place.wire();
    const traps = ["/dev/zero", "/dev/ptmx", place.path("pipe"), place.project];
    execFileSync("mkfifo", [place.path("pipe")]);
    for (const up of [false, true]) {
      if (up) await place.up();
      for (const trap of traps) {
        execFileSync("rm", ["-f", place.path(".snaphook/hooks.json")]);
        symlinkSync(trap, place.path(".snaphook/hooks.json"));
        expect(await told("ls"), trap).toContain("the harbour is closed");
      }
    }
    await expect.poll(async () => (await place.status()).events).toBe(traps.length);
  });

  it("T7b by variables that Perl obeys [perl variables]", async () => {
    place.writeUser("hooks.json", guard(says("deny", "the harbour is closed")));
    await place.wire();
    await place.up();
    for (const PERL_UNICODE of ["SDA", "nonsense", ""]) {
      const command = `echo ${"ä".repeat(3_000)}`;
      expect(await told(command, { PERL_UNICODE, PERLIO: ":utf8", PERL5DB: "exit" })).toContain(
        "the harbour is closed",
      );
    }
    const ways = async () => (await place.events()).map(({ way }) => way);
    await expect.poll(ways).toEqual(["daemon", "daemon", "daemon"]);
  });

  it("by filling the queue of a daemon that hangs, and the next session replaces it", async () => {
    place.writeUser("hooks.json", guard(says("deny", "the harbour is closed")));
    await place.wire();
    await place.up();
    place.daemon!.kill("SIGSTOP");
    const sockets: Socket[] = [];
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    for (let i = 0; i < 700; i++) sockets.push(connect(join(place.folder, "hooks.sock")).on("error", () => {}));
    expect(await told("ls")).toContain("the harbour is closed");
    const first = place.daemon!.pid;
    await place.launch("claude-code", "SessionStart", { session_id: "s", cwd: place.project, source: "startup" });
    onTestFinished(async () => void (await place.run(["down"])));
    await expect.poll(async () => (await place.ask({ path: "/v1/status" })).kind).toBe("ok");
    expect((await place.status()).pid).not.toBe(first);
  });
});

describe("functions of code configs", () => {
  const config = (body: string) => {
    place.writeUser(
      "snaphook.config.ts",
      `import { defineConfig, defineHook, deny } from "snaphook";
       import { existsSync } from "node:fs";
       export default defineConfig({ hooks: [${body}] });`,
    );
    return place.run(["list"]);
  };

  it("run in the folder of their agent", async () => {
    place.write("PROTECTED", "");
    await config(`defineHook({ id: "p", event: "PreToolUse", guard: true,
      run: () => existsSync("PROTECTED") ? deny("in " + process.cwd()) : undefined })`);
    await place.wire();
    const without = await told("ls");
    expect(without).toContain(`in ${place.project}`);
    await place.up();
    expect(await told("ls")).toBe(without);
    await expect.poll(async () => (await place.status()).events).toBe(1);
  });

  it("that hang, exit or are left alone take nobody with them", async () => {
    await config(`
      defineHook({ id: "spin", event: "PreToolUse", matcher: "Bash(spin)", timeoutMs: 1500, run: () => { for (;;); } }),
      defineHook({ id: "exit", event: "PreToolUse", matcher: "Bash(exit)", guard: true, run: () => process.exit(0) }),
      defineHook({ id: "no", event: "PreToolUse", matcher: "Bash(ls)", run: () => deny("from the function") })`);
    await place.wire();
    await place.up();
    const left = place.start("claude-code", "PreToolUse");
    left.stdin!.end(JSON.stringify(call("spin")));
    const spinning = told("spin");
    for (let i = 0; i < 5; i++) expect(await told("ls")).toContain("from the function");
    left.kill("SIGKILL");
    expect(await told("exit")).toContain("could not decide");
    expect(await spinning).toBe("{}");
    const runners = () =>
      execFileSync("ps", ["-eo", "stat=,time=,args="], { encoding: "utf8" })
        .split("\n")
        .filter((line) => line.includes("function-runner") && line.includes(place.data) && line.startsWith("R"));
    await expect.poll(runners).toEqual([]);
  });
});

describe("what calls leave behind", () => {
  it("secrets of calls are in no file that processes share", async () => {
    const secret = `AKIA${"QWERTZUIOP7ASDFG"}`;
    place.write("secret", secret);
    const file = join(place.project, "secret");
    place.writeUser("hooks.json", {
      hooks: { PreToolUse: [{ id: "r", command: `echo '{"input":{"command":"use '$(cat '${file}')'"}}'` }] },
    });
    await place.run(["install", "claude-code", "cursor"]);
    const payload = { conversation_id: "c", cursor_version: "2.4.0", tool_name: "Shell", cwd: place.project };
    const tool_input = { command: `DB_PASSWORD=hunter2hunter2 AWS=${secret} ls` };
    for (const up of [false, true]) {
      if (up) await place.up();
      await place.launch("claude-code", "PreToolUse", { ...payload, tool_input });
      await place.launch("cursor", "preToolUse", { ...payload, tool_input });
    }
    const files = [place.state, place.data].flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes("versions"))
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    expect(files.length).toBeGreaterThan(3);
    const holding = files.filter((file) => new RegExp(`hunter2hunter2|${secret}`).test(contentOf(file)));
    expect(holding).toEqual([]);
  });
});
