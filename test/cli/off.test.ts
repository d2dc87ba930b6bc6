import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loggedEvents } from "../../src/runtime/record/read-hook-log.js";
import { below } from "../support/below.js";
import { CODE, onTerminal, TERMINAL } from "../support/on-terminal.js";
import { bash, PROGRAM, ProgramPlace, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const guard = (more: object) => ({ guard: true, onFailure: "deny", timeoutMs: 1500, ...more });
/** Every kind of hook, each broken in a way of its own. */
const BROKEN: Readonly<Record<string, object>> = {
  "a guard that says no to everything": guard({ command: says("deny", "no") }),
  "a program that is gone": guard({ command: "/nowhere/guard" }),
  "a guard that hangs": guard({ command: "sleep 600" }),
  "a guard that crashes": guard({ command: "kill -9 $$" }),
  "a guard with broken output": guard({ command: "echo '{'" }),
  "a server that is gone": guard({ type: "http", url: "http://127.0.0.1:9/guard" }),
  "a prompt": guard({ type: "prompt", prompt: "may it?" }),
  "an agent": guard({ type: "agent", prompt: "may it?" }),
  "a tool of a server": guard({ type: "mcp_tool", server: "s", tool: "t" }),
};

const offFile = (place: ProgramPlace) => join(place.data, "off.json");
const off = (place: ProgramPlace, ...more: string[]) => onTerminal(place, ["off", "--for", "10m", ...more]);
const call = (place: ProgramPlace) => place.hook("PreToolUse", bash("ls"));
const DENIED = { hookSpecificOutput: { permissionDecision: "deny" } };

function placeWith(hook: object): ProgramPlace {
  const place = new ProgramPlace();
  place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "g", ...hook }], SessionStart: [] } });
  return place;
}

describe("snaphook off", () => {
  it.each(Object.entries(BROKEN))("T18 is the way out when there is %s", async (_, hook) => {
    const place = placeWith(hook);
    expect(await call(place)).toMatchObject(DENIED);
    // What the agent can do: call it, with or without a terminal of its own.
    expect((await place.run(["off", "--for", "10m"])).stderr).toContain("HUMAN_ONLY_TERMINAL");
    expect(await call(place)).toMatchObject(DENIED);
    expect(await off(place, "--hook", "g")).toMatchObject({ code: 0 });
    expect(await call(place)).toEqual({});
    await place.run(["on"]);
    expect(await call(place)).toMatchObject(DENIED);
  });

  it("T18 an agent cannot open a terminal for it", async () => {
    const place = placeWith(BROKEN["a program that is gone"]!);
    const command = ["python3", TERMINAL, CODE, "", "{}", process.execPath, PROGRAM, "off", "--for", "10m"];
    const { stdout } = await onTerminal(place, [], { program: below(place, "claude", command) });
    expect(stdout).toContain("HUMAN_ONLY_AGENT");
    expect(await call(place)).toMatchObject(DENIED);
  });

  it("T18 code that throws or hangs can be switched off, and is not built for that", async () => {
    const place = new ProgramPlace();
    const code = (body: string) =>
      `import { defineConfig, defineHook } from "snaphook"; export default defineConfig({ hooks: [defineHook({ id: "g", event: "PreToolUse", guard: true, onFailure: "deny", run: () => { ${body} } })] });`;
    for (const body of ['throw new Error("no")', "return new Promise(() => {})"]) {
      place.writeUser("snaphook.config.ts", code(`${body};`).replace("guard: true", "guard: true, timeoutMs: 1000"));
      await place.list(); // builds it
      expect(await call(place)).toMatchObject(DENIED);
      expect(await off(place)).toMatchObject({ code: 0 });
      expect(await call(place)).toEqual({});
      await place.run(["on"]);
    }
    place.writeUser("snaphook.config.ts", "while (true) {}");
    expect(await off(place)).toMatchObject({ code: 0 });
  });

  it("T18 works through a daemon that knows the hooks already", async () => {
    const place = new DaemonPlace();
    place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "g", ...BROKEN["a program that is gone"] }] } });
    await place.wire();
    await place.up();
    const launch = async (session = "s1-aa") =>
      (await place.launch("claude-code", "PreToolUse", { session_id: session, cwd: place.project, ...bash("ls") }))
        .stdout;
    expect(await launch()).toContain("deny");
    // As the views show it, the beginning is enough.
    expect(await off(place, "--session", "s1")).toMatchObject({ code: 0 });
    expect(JSON.parse(await launch())).toEqual({});
    expect(await launch("s2-bb")).toContain("deny");
    await expect
      .poll(async () => (await place.events()).filter(({ notes }) => notes.some(({ code }) => code === "SWITCHED_OFF")))
      .toMatchObject([{ session: "s1-aa", verdict: "none" }]);
    expect(JSON.parse((await place.run(["status", "--json"])).stdout)).toMatchObject({
      switchedOff: [{ what: { kind: "session", id: "s1-aa" }, active: true }],
    });
    const wrong = (start: string) => place.run(["off", "--for", "1m", "--session", start]);
    expect(await wrong("s3")).toMatchObject({ code: 2, stderr: expect.stringContaining("SESSION_NOT_FOUND") });
    expect(await wrong("s")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/"s" matches several sessions: .*s1-aa/),
    });
    await place.run(["on"]);
    expect(await launch()).toContain("deny");
  });

  it("T18 ends by itself, without anybody doing anything", async () => {
    const place = placeWith(BROKEN["a program that is gone"]!);
    expect(await onTerminal(place, ["off", "--for", "2s"])).toMatchObject({ code: 0 });
    const { until } = JSON.parse(readFileSync(offFile(place), "utf8")).switches[0];
    const early = await call(place);
    if (Date.now() < until) expect(early).toEqual({});
    await expect.poll(() => call(place)).toMatchObject(DENIED);
    expect(Date.now()).toBeGreaterThanOrEqual(until);
  });

  it("T18 holds in one project, from any folder of it, and nowhere else", async () => {
    const place = placeWith(BROKEN["a program that is gone"]!);
    place.write(".git/HEAD", "ref: refs/heads/main\n");
    place.write("web/a.txt", "");
    place.write(join(place.home, "other/.git/HEAD"), "");
    expect(await onTerminal(place, ["off", "--for", "10m", "--project"], { cwd: place.path("web") })).toMatchObject({
      code: 0,
    });
    expect(await call(place)).toEqual({});
    expect(await place.hook("PreToolUse", bash("ls"), { cwd: join(place.home, "other") })).toMatchObject(DENIED);
  });

  it("T18 is told at the start of a session, in the record, and by every view", async () => {
    const place = placeWith(BROKEN["a program that is gone"]!);
    expect(await off(place)).toMatchObject({ code: 0 });
    expect(await place.hook("SessionStart", { source: "startup" })).toMatchObject({
      systemMessage: expect.stringMatching(/2 hooks are paused until \d\d:\d\d; run `snaphook on`/),
    });
    await call(place);
    const logged = [...loggedEvents(place.state)].at(0)!;
    expect(logged).toMatchObject({ notes: [{ code: "SWITCHED_OFF" }] });
    expect((await place.run(["log"])).stdout).toMatch(/ ‖ claude-code {2}ls {3}hooks were paused {3}/);
    expect((await place.run(["why", logged.id!])).stdout).toContain("\nNo hook ran: hooks were paused.\n");
    const session = await place.run(["session", "s1"]);
    expect(session.stdout).toMatch(/\? ls {2}[\da-f]{8}\n +hooks were paused; no result was recorded\n/);
    expect(await place.list()).toMatchObject([{ id: "g", switchedOffUntil: expect.stringMatching(/^\d{4}-.*Z$/) }]);
    expect((await place.run(["list"])).stdout).toMatch(/off until \d\d:\d\d/);
    place.write(".snaphook/hooks.json", { hooks: { PreToolUse: [{ id: "theirs", command: "true" }] } });
    expect((await place.run(["list"])).stdout).toMatch(/theirs .*untrusted/);
    expect((await place.run(["status"])).stdout).toMatch(/Paused until \d\d:\d\d: every hook/);
    expect((await place.run(["doctor"])).stdout).toMatch(/HOOKS_OFF: Paused until/);
    expect((await place.fire("PreToolUse", bash("ls"))).notes).toMatchObject([{ code: "SWITCHED_OFF" }]);
    const explained = await place.run(["explain", "PreToolUse", "--payload", "-"], { input: bash("ls") });
    expect(explained.stdout).toMatch(/does not run +g .*switched off until/);
    await place.run(["on"]);
    expect(await place.json(["off", "--list"])).toMatchObject([
      {
        what: { kind: "all" },
        active: false,
        by: { user: expect.any(String), terminal: expect.stringMatching(/^\/dev/) },
      },
    ]);
  });

  it("T18 keeps its file private, and a damaged one switches nothing off and is told", async () => {
    const place = placeWith(BROKEN["a program that is gone"]!);
    expect(await off(place)).toMatchObject({ code: 0 });
    expect(statSync(offFile(place)).mode & 0o777).toBe(0o600);
    writeFileSync(offFile(place), readFileSync(offFile(place), "utf8").replace('"kind": "all"', '"kind": "al"'));
    expect(await call(place)).toMatchObject(DENIED);
    expect((await place.run(["doctor"])).stdout).toContain("OFF_DAMAGED");
    expect(await off(place)).toMatchObject({ code: 0 });
    expect(await call(place)).toEqual({});
  });

  it.each([
    [["off"], 2, "give a duration"],
    [["off", "--for", "25h"], 2, "maximum: 24h"],
    [["off", "--for", "2d"], 2, "maximum: 24h"],
    [["off", "--for", "0m"], 2, "give a duration"],
    [["off", "--for", "1m", "--hook", "g", "--session", "s"], 2, "give only one of"],
    [["off", "--for", "1m", "--project", "/nonexistent"], 2, "no such folder: /nonexistent"],
    [["off", "--for", "1m", "elsewhere"], 2, "a path needs --project"],
  ] as const)("%j is not understood", async (args, code, said) => {
    const place = placeWith({ command: "true" });
    expect(await place.run(args)).toMatchObject({ code, stderr: expect.stringContaining(said) });
    expect(place.has(offFile(place))).toBe(false);
  });

  it("says which hook is not there, and that there is nothing to switch on", async () => {
    const place = placeWith({ command: "true" });
    expect((await onTerminal(place, ["off", "--for", "1m", "--hook", "x"])).stdout).toContain("HOOK_NOT_FOUND");
    expect(await place.json(["on"])).toEqual({ ended: [], resumed: false });
    expect(await place.json(["off", "--list"])).toEqual([]);
  });
});
