import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { onTerminal } from "../support/on-terminal.js";
import { bash, ProgramPlace, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const DENIED = {
  continue: false,
  hookSpecificOutput: {
    permissionDecision: "deny",
    permissionDecisionReason: expect.stringMatching(/end your turn and tell the user.*`snaphook on`/),
  },
};
const call = (place: ProgramPlace, cwd = place.project) => place.hook("PreToolUse", bash("ls"), { cwd });
const files = (place: ProgramPlace) => [place.data, place.state].map((folder) => join(folder, "stop-all.json"));
/** Says that it runs, and does not end by itself within the test. */
const hanging = (place: ProgramPlace) => ({
  id: "hangs",
  guard: true,
  onFailure: "allow",
  timeoutMs: 300_000,
  command: `echo $$ > ${place.path("running")}; exec sleep 600`,
});

async function isRunning(place: ProgramPlace): Promise<number> {
  await expect.poll(() => place.read("running")).toMatch(/\d+\n/);
  return Number(place.read("running"));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("snaphook stop-all", () => {
  it("T18a denies every tool call, also in folders never seen, until a person resumes", async () => {
    const place = new ProgramPlace();
    expect(await call(place)).toEqual({});
    expect(await place.json(["stop-all"])).toEqual({ stopped: true, ended: 0, rejected: 0, problems: [] });
    expect((await place.run(["stop-all"])).stdout).toContain("run `snaphook on` yourself, in a terminal of your own");
    for (const folder of [place.project, place.home, place.root])
      expect(await call(place, folder)).toMatchObject(DENIED);
    expect(await place.hook("PermissionRequest", bash("ls"))).toMatchObject({
      hookSpecificOutput: { decision: { behavior: "deny" } },
    });
    // An agent cannot resume.
    expect(await place.run(["on"])).toMatchObject({ code: 1, stderr: expect.stringContaining("HUMAN_ONLY_TERMINAL") });
    expect(await call(place)).toMatchObject(DENIED);
    expect((await place.run(["status"])).stdout).toMatch(/^Every tool call is denied by `snaphook stop-all` since /);
    const doctor = await place.run(["doctor"]);
    expect(doctor).toMatchObject({ code: 1, stdout: expect.stringContaining("STOPPED_ALL") });
    expect(await onTerminal(place, ["on"])).toMatchObject({ code: 0 });
    expect(await call(place)).toEqual({});
    expect((await place.run(["status"])).stdout).not.toContain("stop-all");
  });

  it("`fire`, `explain`, `test` and `list` say what an agent gets", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "lets", command: says("allow", "fine") }] } });
    await place.run(["stop-all"]);
    const input = JSON.stringify(bash("ls"));
    const event = ["PreToolUse", "--payload", "-"];
    expect(await place.json(["fire", ...event], { input })).toMatchObject({
      verdict: "deny",
      hooks: [],
      notes: [{ code: "STOP_ALL" }],
    });
    const fired = await place.run(["fire", ...event], { input });
    expect(fired.stdout).toMatch(/^PreToolUse: deny[\s\S]*No hook runs while `snaphook stop-all`/);
    expect(fired.stdout).not.toContain("No hook matched");
    const { hooks } = await place.json<{ hooks: { runs: boolean; why: string }[] }>(["explain", ...event], { input });
    expect(new Set(hooks.map(({ runs, why }) => `${runs} ${why}`))).toEqual(
      new Set(["false `snaphook stop-all` is in effect"]),
    );
    const tested = await place.run(["test", "lets", "--payload", "-"], { input });
    expect(tested.stderr).toContain("For agents this hook does not run now: `snaphook stop-all` is in effect.");
    expect((await place.run(["list"])).stdout).toMatch(/^Every tool call is denied by `snaphook stop-all`/);
    const started = await place.json(["fire", "SessionStart", "--payload", "-"], { input: "{}" });
    expect(started).toMatchObject({ messages: [{ text: expect.stringContaining("snaphook on") }] });
  });

  it("T18a stays in effect if one of its files is removed, and if the other is damaged", async () => {
    const place = new ProgramPlace();
    await place.run(["stop-all"]);
    const [first = "", second = ""] = files(place);
    rmSync(first);
    expect(await call(place)).toMatchObject(DENIED);
    writeFileSync(second, "{");
    expect(await call(place)).toMatchObject(DENIED);
    expect(await onTerminal(place, ["on"])).toMatchObject({ code: 0 });
    expect(files(place).map((file) => existsSync(file))).toEqual([false, false]);
  });

  it("no hook can make an agent continue; hooks of other events run as usual", async () => {
    const place = new ProgramPlace();
    const blocks = { command: says("deny", "not here") };
    place.writeUser("hooks.json", {
      hooks: { Stop: [{ id: "on", ...blocks }], UserPromptSubmit: [{ id: "guard", ...blocks }], SessionStart: [] },
    });
    expect(await place.hook("Stop", {})).toMatchObject({ decision: "block" });
    await place.run(["stop-all"]);
    expect(await place.hook("Stop", {})).toEqual({});
    expect(await place.hook("UserPromptSubmit", { prompt: "x" })).toMatchObject({ decision: "block" });
    expect(await place.hook("SessionStart", {})).toMatchObject({
      systemMessage: expect.stringContaining("snaphook on"),
    });
  });

  it("ends hooks that run without a daemon, and their calls are denied", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: { PreToolUse: [hanging(place)] } });
    const answer = call(place);
    const pid = await isRunning(place);
    expect(await place.json(["stop-all"])).toMatchObject({ stopped: true, ended: 1 });
    expect(await answer).toMatchObject({ hookSpecificOutput: DENIED.hookSpecificOutput });
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  it("ends hooks of the daemon and rejects pending calls; a daemon that knows the plan denies at once", async () => {
    const place = new DaemonPlace();
    const asks = { id: "asks", matcher: "Write", command: says("ask", "sure?") };
    place.writeUser("hooks.json", { hooks: { PreToolUse: [{ matcher: "Bash", ...hanging(place) }, asks] } });
    await place.wire();
    await place.up();
    await place.attend();
    const facts = { session_id: "s", cwd: place.project, permission_mode: "bypassPermissions" };
    const hangs = place.launch("claude-code", "PreToolUse", { ...facts, ...bash("ls") });
    const held = place.launch("codex", "PreToolUse", { ...facts, tool_name: "Write", tool_input: { file_path: "/x" } });
    const pid = await isRunning(place);
    await expect.poll(async () => (await place.asks()).length).toBe(1);
    // Not before it is in effect: ending guards alone would make things less strict.
    expect(await place.ask({ method: "POST", path: "/v1/halt", body: {} })).toMatchObject({ status: 409 });
    expect(isAlive(pid)).toBe(true);
    expect(await place.json(["stop-all"])).toMatchObject({ stopped: true, ended: 2, rejected: 1 });
    expect(JSON.parse((await hangs).stdout)).toMatchObject(DENIED);
    expect((await held).stdout).toContain("snaphook on");
    await expect.poll(() => isAlive(pid)).toBe(false);
    const next = await place.launch("claude-code", "PreToolUse", { ...facts, ...bash("pwd") });
    expect(JSON.parse(next.stdout)).toMatchObject(DENIED);
    const records = await place.events();
    expect(records.filter(({ notes }) => notes.some(({ code }) => code === "STOP_ALL")).length).toBeGreaterThan(0);
  });
});
