import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { bash, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

let place: DaemonPlace;
beforeEach(() => {
  place = new DaemonPlace();
});

describe("the daemon", () => {
  it("DA-08 starts in the background, says how it is, starts anew and stops", async () => {
    expect(await place.run(["status"])).toMatchObject({ code: 1, stdout: expect.stringContaining("No daemon runs") });
    const up = await place.json<{ pid: number }>(["up", "--detach"]);
    try {
      expect(await place.json(["status"])).toMatchObject({ running: true, pid: up.pid, state: "active", events: 0 });
      expect((await place.run(["up", "--detach"])).stdout).toContain("runs already");
      const again = await place.json<{ pid: number }>(["restart"]);
      expect(again.pid).not.toBe(up.pid);
    } finally {
      expect((await place.run(["down"])).stdout).toContain("has stopped");
    }
    expect(existsSync(join(place.folder, "address"))).toBe(false);
    expect(existsSync(join(place.folder, "control.sock"))).toBe(false);
    expect((await place.run(["down"])).stdout).toContain("No daemon runs");
  });

  it("is one per person, and what one that was killed left behind is no hindrance", async () => {
    await place.up();
    expect(await place.run(["up", "--serve"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("DAEMON_RUNS"),
    });
    place.daemon!.kill("SIGKILL");
    await new Promise((done) => place.daemon!.once("exit", done));
    const before = place.address;
    await place.up();
    await expect.poll(() => place.address !== before).toBe(true);
    expect((await place.control("GET", "/v1/status"))?.status).toBe(200);
  });

  it("SE-10 keeps its folder, token and socket to the person", async () => {
    await place.up();
    expect(statSync(place.folder).mode & 0o777).toBe(0o700);
    for (const name of ["address", "control.sock"]) expect(statSync(join(place.folder, name)).mode & 0o077).toBe(0);
    expect(place.address).toMatch(/^\d+ [0-9a-f]{64}$/);
  });

  it("takes 50 calls at the same moment, and loses none", async () => {
    place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "g", guard: true, command: says("deny", "no") }] } });
    await place.wire();
    await place.up();
    const input = { session_id: "s", cwd: place.project, ...bash("ls") };
    const told = await Promise.all(Array.from({ length: 50 }, () => place.launch("claude-code", "PreToolUse", input)));
    expect(told.filter(({ stdout }) => stdout.includes('"deny"'))).toHaveLength(50);
    await expect
      .poll(async () => ((await place.control("GET", "/v1/status"))?.body as { events: number } | undefined)?.events)
      .toBe(50);
  });
});

describe("a question that the agent cannot ask", () => {
  const asks = async () => (await place.control("GET", "/v1/asks"))?.body as { id: string; summary?: string }[];
  const input = () => ({
    session_id: "s",
    cwd: place.project,
    permission_mode: "bypassPermissions",
    ...bash("make release"),
  });
  beforeEach(async () => {
    place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "q", command: says("ask", "release?") }] } });
    await place.wire();
    await place.up();
  });

  it.each([
    ["allow", ""],
    ["deny", "deny"],
  ] as const)("is held open until a person says %s", async (verdict, told) => {
    const answer = place.launch("codex", "PreToolUse", input());
    await expect.poll(async () => (await asks()).length).toBe(1);
    const [ask] = await asks();
    expect(ask).toMatchObject({ agent: "codex", tool: "Bash", summary: "make release", reason: "release?" });
    expect((await place.control("POST", `/v1/asks/${ask!.id}`, { verdict }))?.status).toBe(200);
    const { stdout } = await answer;
    if (told === "") expect(stdout).toBe("");
    else expect(stdout).toContain(told);
    expect(await asks()).toEqual([]);
    expect((await place.control("POST", `/v1/asks/${ask!.id}`, { verdict }))?.status).toBe(404);
  });

  it("is gone with the agent, and its words are never on disk", async () => {
    const { spawn } = await import("node:child_process");
    const child = spawn(join(place.data, "launch"), ["codex", "PreToolUse"], { cwd: place.project, env: place.env });
    child.stdin.end(JSON.stringify(input()));
    await expect.poll(async () => (await asks()).length).toBe(1);
    expect(place.read(join(place.folder, "asks.json"))).not.toContain("make release");
    child.kill("SIGKILL");
    await expect.poll(async () => (await asks()).length).toBe(0);
  });

  it("survives the daemon, and the answer holds for the same call made again, once", async () => {
    const first = place.launch("codex", "PreToolUse", input());
    await expect.poll(async () => (await asks()).length).toBe(1);
    const [ask] = await asks();
    place.daemon!.kill("SIGKILL");
    await first;
    await new Promise((done) => setTimeout(done, 100));
    await place.up();
    await expect.poll(async () => (await asks())?.[0]?.id).toBe(ask!.id);
    await place.control("POST", `/v1/asks/${ask!.id}`, { verdict: "allow" });
    expect((await place.launch("codex", "PreToolUse", input())).stdout).toBe("");
    const third = place.launch("codex", "PreToolUse", input());
    await expect.poll(async () => (await asks()).length).toBe(1);
    await place.control("POST", `/v1/asks/${(await asks())[0]!.id}`, { verdict: "deny" });
    expect((await third).stdout).toContain("deny");
  });

  it("is answered by a person in a terminal, never by a script", async () => {
    expect(await place.run(["approve", "abcd"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("ASK_NEEDS_PERSON"),
    });
    expect((await place.run(["deny"])).code).toBe(2);
  });
});
