import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { connect } from "node:net";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { findDaemon } from "../../src/client/daemon-control.js";
import { MARK, markedProcesses } from "../support/processes.js";
import { bash, PROGRAM, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

let place: DaemonPlace;
beforeEach(() => {
  place = new DaemonPlace();
});

const guard = (command: string) => ({ hooks: { PreToolUse: [{ id: "g", guard: true, command }] } });
const call = () => ({ session_id: "s", cwd: place.project, ...bash("ls") });

/** Neither the launcher nor what it started lives on: a daemon would. */
async function expectNotStarted(launch: (env: Record<string, string>) => Promise<unknown>): Promise<void> {
  const mark = String(Math.random());
  await launch({ [MARK]: mark });
  await expect.poll(() => markedProcesses(mark)).toEqual([]);
  expect(await findDaemon(place)).toEqual({ state: "down" });
}

describe("the daemon", () => {
  it("DA-08 starts in the background, says how it is, starts anew and stops", async () => {
    expect(await place.run(["status"])).toMatchObject({ code: 1, stdout: expect.stringContaining("No daemon runs") });
    expect(await place.json(["status"])).toMatchObject({ running: false, stopped: false });
    const up = await place.json<{ pid: number }>(["up", "--detach"]);
    try {
      expect(await place.json(["status"])).toMatchObject({ running: true, pid: up.pid, state: "active", events: 0 });
      expect((await place.run(["up", "--detach"])).stdout).toContain("already running");
      const again = await place.json<{ pid: number }>(["restart"]);
      expect(again.pid).not.toBe(up.pid);
    } finally {
      expect((await place.run(["down"])).stdout).toContain("was stopped");
    }
    expect(readdirSync(place.folder).filter((name) => /sock|address|lock$/.test(name))).toEqual([]);
    expect((await place.run(["down"])).stdout).toMatch(/No daemon was running\.\nIt will not start again until/);
    expect((await place.run(["status"])).stdout).toContain("It will not start again until `snaphook up`.");
  });

  it("is one per person, also when ten are started at once", async () => {
    const started = Array.from({ length: 10 }, () =>
      spawn(process.execPath, [PROGRAM, "up", "--serve"], { env: place.env, stdio: ["ignore", "pipe", "pipe"] }),
    );
    onTestFinished(() => started.forEach((child) => child.kill("SIGKILL")));
    const ended = started.map((child) => new Promise<number | null>((done) => child.once("exit", done)));
    const codes: (number | null)[] = [];
    for (const one of ended) void one.then((code) => codes.push(code));
    await expect.poll(() => codes.length).toBe(9);
    expect(codes).toEqual(Array(9).fill(1));
    const found = await findDaemon(place);
    expect(found).toMatchObject({ state: "running" });
  });

  it("ends when its program was removed, so that the next call starts another", async () => {
    const copy = join(place.root, "program");
    cpSync(dirname(PROGRAM), join(copy, "dist"), { recursive: true });
    cpSync(join(dirname(PROGRAM), "../package.json"), join(copy, "package.json"));
    const program = [join(copy, "dist/snaphook.cjs"), "up", "--serve"];
    const daemon = spawn(process.execPath, program, { env: place.env, stdio: ["ignore", "ignore", "inherit"] });
    onTestFinished(() => void daemon.kill("SIGKILL"));
    const ended = new Promise((done) => daemon.once("exit", done));
    await expect.poll(() => existsSync(join(place.folder, "address.json"))).toBe(true);
    rmSync(copy, { recursive: true });
    expect(await place.ask({ path: "/v1/status" })).toMatchObject({ kind: "refused" });
    await ended;
    expect(readFileSync(join(place.folder, "daemon.log"), "utf8")).toContain("ended: its program was removed");
  });

  it("what one that was killed left behind is no hindrance, whatever it is", async () => {
    await place.up();
    await place.kill();
    expect(existsSync(join(place.folder, "hooks.sock"))).toBe(true);
    // Its number may belong to another process by now.
    const lock = join(place.folder, "lock");
    writeFileSync(lock, JSON.stringify({ ...JSON.parse(readFileSync(lock, "utf8")), pid: process.pid }));
    await place.up();
    await place.kill();
    writeFileSync(lock, "half a l");
    await place.up();
    expect((await place.status()).state).toBe("active");
  });

  it("is gone at once when it is told to end, also where nobody asks how it ended", async () => {
    // As in a container whose first process does not look after the others.
    const parent = spawn("/bin/sh", ["-c", '"$@" & exec sleep 60', "sh", process.execPath, PROGRAM, "up", "--serve"], {
      env: place.env,
      stdio: "ignore",
    });
    onTestFinished(() => void parent.kill("SIGKILL"));
    await expect.poll(async () => (await findDaemon(place)).state).toBe("running");
    const down = place.run(["down"]);
    await expect.poll(() => existsSync(join(place.folder, "lock")), { interval: 20 }).toBe(false);
    expect((await down).stdout).toContain("was stopped");
  });

  it("SE-09 keeps its folder, tokens and sockets to the person, and listens on this machine alone", async () => {
    await place.up();
    expect(statSync(place.folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(place.folder)) expect(statSync(join(place.folder, name)).mode & 0o077, name).toBe(0);
    const { port } = await place.status();
    const hex = port.toString(16).toUpperCase().padStart(4, "0");
    const listening = (file: string) =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line.includes(`:${hex} `) && / 0A /.test(line))
        .map((line) => line.trim().split(/\s+/)[1]);
    expect(listening("/proc/net/tcp")).toEqual([`0100007F:${hex}`]);
    expect(listening("/proc/net/tcp6")).toEqual([]);
    const { hooks, control } = JSON.parse(readFileSync(join(place.folder, "tokens.json"), "utf8"));
    expect([hooks, control]).toEqual([
      expect.stringMatching(/^[0-9a-f]{64}$/),
      expect.stringMatching(/^[0-9a-f]{64}$/),
    ]);
    const answer = await fetch(`http://127.0.0.1:${port}/v1/health`, {
      headers: { authorization: `Bearer ${control}` },
    });
    expect(answer.status).toBe(200);
    expect((await fetch(`http://127.0.0.1:${port}/v1/health`)).status).toBe(401);
  });

  it("works where the path of its folder is too long for a socket", async () => {
    const long = join(place.root, "x".repeat(120));
    mkdirSync(long);
    const env = { XDG_STATE_HOME: long };
    place.writeUser("hooks.json", guard(says("deny", "the harbour is closed")));
    await place.run(["install", "claude-code"], { env });
    const up = await place.run(["up", "--detach"], { env });
    expect(up.stdout).toContain("is running");
    try {
      const { stdout } = await place.launch("claude-code", "PreToolUse", call());
      expect(stdout).toContain("the harbour is closed");
      const status = await place.run(["status", "--json"], { env });
      await expect.poll(async () => JSON.parse((await place.run(["status", "--json"], { env })).stdout).events).toBe(1);
      expect(JSON.parse(status.stdout).running).toBe(true);
    } finally {
      await place.run(["down"], { env });
    }
  });

  it("turns away who says nothing, rubbish or too much, and goes on", async () => {
    await place.up();
    const say = (bytes: string) =>
      new Promise<string>((done) => {
        const socket = connect(join(place.folder, "hooks.sock"));
        let heard = "";
        socket.setEncoding("utf8").on("data", (text: string) => {
          heard += text;
        });
        socket.on("error", () => {}).on("close", () => done(heard));
        if (bytes !== "") socket.write(bytes);
      });
    const [silent, rubbish, half, huge, sizes] = await Promise.all([
      say(""),
      say("GET / HTTP/1.1\r\n\r\n"),
      say("snaphook 1 0.1.0"),
      say("x".repeat(400_000)),
      say("snaphook 1 0.1.0 claude-code PreToolUse 99999999999\n"),
    ]);
    expect([silent, half]).toEqual(["", ""]);
    for (const said of [rubbish, huge, sizes]) expect(said).toMatch(/^declined /);
    expect((await place.status()).events).toBe(0);
  });

  it("takes 50 calls at the same moment, and loses none", async () => {
    place.writeUser("hooks.json", guard(says("deny", "no")));
    await place.wire();
    await place.up();
    const told = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        place.launch("claude-code", "PreToolUse", { ...call(), tool_use_id: `t${n}` }),
      ),
    );
    expect(told.filter(({ stdout }) => stdout.includes('"deny"'))).toHaveLength(50);
    // Whoever was not let in at once on a busy machine has answered by itself, and left a record.
    const kept = async () => (await place.events()).length + place.spooled().length;
    await expect.poll(kept).toBe(50);
  });

  it("a view that nobody reads any more ends with its daemon, in an orderly way", async () => {
    await place.run(["install", "claude-code"]);
    const line = execFileSync("sh", ["-c", `"${process.execPath}" "${PROGRAM}" up | head -1`], {
      env: { ...place.env, PATH: "/usr/bin:/bin" },
      encoding: "utf8",
      timeout: 170_000,
    });
    expect(line).toBe("Wired: Claude Code (not found on this machine).\n");
    expect(await findDaemon(place)).toEqual({ state: "down" });
    expect(existsSync(join(place.folder, "hooks.sock"))).toBe(false);
  });

  it("CF-29 a changed file is used from the next event", async () => {
    place.writeUser("hooks.json", guard(says("deny", "first")));
    await place.wire();
    await place.up();
    const told = async () => (await place.launch("claude-code", "PreToolUse", call())).stdout;
    expect(await told()).toContain("first");
    for (const word of ["second", "third!"]) {
      place.writeUser("hooks.json", guard(says("deny", word)));
      expect(await told()).toContain(word);
    }
    place.writeUser("hooks.json", { hooks: {} });
    expect(await told()).toBe("{}");
  });

  it("DA-03 the first call of a session is answered at once, and starts the daemon for those that follow", async () => {
    place.writeUser("hooks.json", {
      hooks: { SessionStart: [{ id: "c", command: `echo '{"context":"the tide is low"}'` }] },
    });
    await place.wire();
    const start = { session_id: "s", cwd: place.project, source: "startup", hook_event_name: "SessionStart" };
    expect((await place.launch("claude-code", "SessionStart", start)).stdout).toContain("the tide is low");
    try {
      await expect.poll(async () => (await findDaemon(place)).state).toBe("running");
      // What was answered before it ran is taken in.
      await expect
        .poll(async () => (await place.events()).map(({ event, way }) => [event, way]))
        .toEqual([["SessionStart", "alone"]]);
      expect((await place.launch("claude-code", "SessionStart", { ...start, session_id: "t" })).stdout).toContain(
        "tide",
      );
      await expect.poll(async () => (await place.status()).events).toBe(1);
    } finally {
      await place.run(["down"]);
    }
    // Who has stopped it does not want it back.
    await expectNotStarted((env) => place.launch("claude-code", "SessionStart", start, { env }));
  });

  it("is not started in CI, or where it is not wanted", async () => {
    await place.wire();
    const unwanted: Record<string, string>[] = [{ CI: "true" }, { SNAPHOOK_DAEMON: "off" }];
    for (const env of unwanted)
      await expectNotStarted((mark) =>
        place.launch(
          "claude-code",
          "SessionStart",
          { session_id: "s", cwd: place.project },
          { env: { ...env, ...mark } },
        ),
      );
  });

  it("has its store also when it was started through a link, as npm does it", async () => {
    const link = join(place.root, "snaphook");
    symlinkSync(PROGRAM, link);
    await place.up({}, link);
    const body = { agent: "claude-code", event: "Stop", session: "s", payload: {} };
    expect(await place.ask({ method: "POST", path: "/v1/events", body })).toMatchObject({ kind: "ok" });
    expect((await place.status()).store.ok).toBe(true);
  });

  it("leaves by itself when nobody needs it, and leaves nothing behind", async () => {
    place.writeUser("daemon.json", { idleExitMinutes: 0.02 });
    await place.up();
    const { pid } = place.daemon!;
    await new Promise((done) => place.daemon!.once("exit", done));
    expect(existsSync(`/proc/${pid}`)).toBe(false);
    expect(place.read(join(place.folder, "daemon.log"))).toContain("idle");
    expect(readdirSync(place.folder).filter((name) => /sock|address|lock$/.test(name))).toEqual([]);
  });
});
