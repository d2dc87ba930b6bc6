/** `doctor --prove`: entries as they stand in the agents' files, run as the agents run them, without any agent. */
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import type { AgentProof } from "../../src/cli/doctor/prove-agents.js";
import { proveAgent } from "../../src/runtime/wiring/prove.js";
import { logged } from "../support/hook-log.js";
import { bash, ProgramPlace, type RunOptions } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

interface Proven {
  readonly ok: boolean;
  readonly agents: readonly AgentProof[];
}

const WIRABLE = Object.values(ADAPTERS).filter(({ wiring }) => wiring !== undefined);

async function installed(...agents: string[]): Promise<ProgramPlace> {
  const place = new ProgramPlace();
  await wire(place, agents);
  return place;
}

async function wire(place: ProgramPlace, agents: readonly string[]): Promise<void> {
  const { code, stderr } = await place.run(["install", ...agents]);
  expect(code, stderr).toBe(0);
  // A trust step counts as done once the agent was heard of.
  for (const agent of agents) logged(place.state, { agent });
}

const prove = (place: ProgramPlace, agents: readonly string[] = [], options?: RunOptions) =>
  place.json<Proven>(["doctor", "--prove", ...agents], options);

/** What is wrong with the one agent there is. */
async function problem(place: ProgramPlace, options?: RunOptions) {
  const { ok, agents } = await prove(place, [], options);
  expect(ok).toBe(false);
  const [found] = [...agents[0]!.problems, ...agents[0]!.routes.flatMap((route) => route.problem ?? [])];
  expect(found?.fix).toBeTruthy();
  return found;
}

const settings = (place: ProgramPlace) => join(place.home, ".claude/settings.json");
const change = (file: string, from: string | RegExp, to: string) => {
  const text = readFileSync(file, "utf8");
  expect(text.replace(from, to)).not.toBe(text);
  writeFileSync(file, text.replace(from, to));
};

describe("snaphook doctor --prove", () => {
  it("T7 every agent we can wire is live on every way its calls come", async () => {
    const place = await installed(...WIRABLE.map(({ name }) => name));
    const { ok, agents } = await prove(place);
    expect(agents.flatMap(({ routes }) => routes.filter(({ live }) => !live))).toEqual([]);
    expect(agents.map(({ agent, live }) => [agent, live])).toEqual(WIRABLE.map(({ name }) => [name, true]));
    expect(ok).toBe(true);
    for (const { routes } of agents)
      expect(routes[0]).toMatchObject({ route: "tool call", by: "alone", ms: expect.any(Number) });
    const routesOf = (name: string) => agents.find(({ agent }) => agent === name)!.routes.map(({ route }) => route);
    expect(routesOf("claude-code")).toEqual(["tool call", "subagent", "MCP tool", "permission"]);
    expect(routesOf("windsurf")).toEqual(["tool call", "reading a file", "writing a file", "MCP tool"]);
    expect(readdirSync(place.state).filter((name) => name.startsWith("canary"))).toEqual([]);
  });

  it("T7 through the daemon, which keeps no record of it", async () => {
    const place = new DaemonPlace();
    await wire(place, ["claude-code", "windsurf", "pi"]);
    await place.up();
    const { ok, agents } = await prove(place);
    expect(ok).toBe(true);
    expect(new Set(agents.flatMap(({ routes }) => routes.map(({ by }) => by)))).toEqual(new Set(["daemon"]));
    expect(await place.events()).toEqual([]);
  });

  it("T7 tells a person, says nothing to a hook, and ends with 0", async () => {
    const place = await installed("claude-code");
    place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "seen", command: "touch seen" }] } });
    const { code, stdout } = await place.run(["doctor", "--prove", "claude"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^live +Claude Code\n +tool call \(PreToolUse\): denied in \d+ ms, answered without a daemon/,
    );
    expect(place.has("seen")).toBe(false);
  });

  it("a call that only looks like a canary is one like any other", async () => {
    const place = new ProgramPlace();
    expect(await place.hook("PreToolUse", bash("snaphook-canary 00112233445566778899aabbccddeeff"))).toEqual({});
    place.write(join(place.state, "canary-00112233445566778899aabbccddeeff"), String(Date.now() - 1));
    expect(await place.hook("PreToolUse", bash("snaphook-canary 00112233445566778899aabbccddeeff"))).toEqual({});
  });
});

describe("why an agent is not live", () => {
  it("T7 it has no entries, or none of this event", async () => {
    const place = new ProgramPlace();
    expect(await prove(place)).toMatchObject({ ok: true, agents: [] });
    const named = await place.run(["doctor", "--prove", "claude-code"]);
    expect(named).toMatchObject({ code: 1, stdout: expect.stringMatching(/NOT LIVE.*\n.*AGENT_ENTRY_MISSING/) });
    await wire(place, ["claude-code"]);
    change(settings(place), '"PreToolUse"', '"PreToolUseX"');
    expect(await problem(place)).toMatchObject({
      code: "AGENT_ENTRY_MISSING",
      message: "no entry of Snaphook's for PreToolUse",
      file: settings(place),
    });
  });

  it("T7 its config cannot be read any more, and one that never was wired is none of it", async () => {
    const place = await installed("claude-code");
    place.write(join(place.home, ".gemini/settings.json"), "{ broken");
    expect((await prove(place)).ok).toBe(true);
    change(settings(place), "{", "{{");
    expect(await problem(place)).toMatchObject({ code: "AGENT_CONFIG_UNREADABLE", file: settings(place) });
  });

  it("T7 its entry was altered: narrowed, not waited for, given less time, or made to go on", async () => {
    const place = await installed("claude-code");
    const written = readFileSync(settings(place), "utf8");
    for (const [from, to, words] of [
      [/"PreToolUse": \[\s*\{/, '"PreToolUse": [{ "matcher": "Read",', /the matcher "Read"/],
      [/("PreToolUse"[^}]*"timeout": 3600)/, '$1, "async": true', /`async` is not as written/],
      [/("PreToolUse"[^}]*"timeout": )3600/, "$11", /`timeout` is not as written/],
      [/launch claude-code PreToolUse/, "launch claude-code PreToolUse || true", /has become .* \|\| true/],
    ] as const) {
      change(settings(place), from, to);
      expect(await problem(place)).toMatchObject({
        code: "AGENT_ENTRY_ALTERED",
        message: expect.stringMatching(words),
        fix: expect.stringContaining("snaphook install"),
      });
      writeFileSync(settings(place), written);
    }
    expect((await prove(place)).ok).toBe(true);
  });

  it("T7 the launcher is gone, may not be executed, or its program copy is missing", async () => {
    const place = await installed("claude-code");
    const launcher = join(place.data, "launch");
    chmodSync(launcher, 0o600);
    expect(await problem(place)).toMatchObject({ code: "LAUNCHER_BROKEN", message: "it is not executable" });
    chmodSync(launcher, 0o700);
    rmSync(join(place.data, "versions"), { recursive: true });
    expect(await problem(place)).toMatchObject({ message: expect.stringContaining("its program copy is missing") });
    rmSync(launcher);
    expect(await problem(place)).toMatchObject({ code: "LAUNCHER_BROKEN", message: "it is missing", file: launcher });
    await place.run(["install", "claude-code"]);
    expect((await prove(place)).ok).toBe(true);
  });

  it("T7 the Node of the launcher is gone", async () => {
    const place = await installed("claude-code");
    change(join(place.data, "launch"), /for node in .*; do/, "for node in /nowhere/node; do");
    expect(await problem(place)).toMatchObject({
      code: "LAUNCHER_BROKEN",
      message: expect.stringContaining("its Node is missing"),
    });
  });

  it("T7 the shell that the agent runs hooks with is not there", async () => {
    const place = await installed("codex");
    expect(await problem(place, { env: { SHELL: "/nowhere/fish" } })).toMatchObject({
      code: "AGENT_SHELL_MISSING",
      message: "/nowhere/fish does not exist on this machine",
    });
  });

  it("T7 the person has not approved the entries in the agent yet", async () => {
    const place = new ProgramPlace();
    await place.run(["install", "codex", "pi"]);
    const { ok, agents } = await prove(place);
    expect(ok).toBe(false);
    expect(agents).toMatchObject([
      { agent: "codex", live: false, problems: [{ code: "AGENT_SILENT", message: expect.stringContaining("/hooks") }] },
      { agent: "pi", live: true, problems: [] },
    ]);
  });

  it("T7 the agent's own config says to run no hooks", async () => {
    const place = new ProgramPlace();
    const files = {
      "claude-code": [".claude/settings.json", { disableAllHooks: true }],
      copilot: [".copilot/settings.json", { disableAllHooks: true }],
      gemini: [".gemini/settings.json", { hooksConfig: { enabled: false } }],
      qwen: [".qwen/settings.json", { disableAllHooks: true }],
    } as const;
    for (const [file, config] of Object.values(files)) place.write(join(place.home, file), config);
    await wire(place, Object.keys(files));
    const { agents } = await prove(place);
    expect(
      agents.map(({ agent, live, problems }) => [agent, live, problems.map(({ code, file }) => [code, file])]),
    ).toEqual(
      Object.entries(files).map(([agent, [file]]) => [agent, false, [["AGENT_HOOKS_OFF", join(place.home, file)]]]),
    );
    const titles = ["Claude Code", "GitHub Copilot CLI", "Gemini CLI", "Qwen Code"];
    const doctor = await place.run(["doctor"]);
    const status = await place.run(["status"]);
    expect(doctor.code).toBe(1);
    for (const title of titles) {
      const text = `${title} is configured not to run our hooks: `;
      expect(doctor.stdout).toContain(`error AGENT_HOOKS_OFF: ${text}`);
      expect(status.stdout).toContain(text);
    }
    expect(await place.json(["status"])).toMatchObject({
      hooksOff: expect.arrayContaining([expect.objectContaining({ file: join(place.home, ".claude/settings.json") })]),
    });
    for (const args of [["agents"], ["agents", "claude-code"]])
      expect((await place.run(args)).stdout.replace(/\s+/g, " ")).toContain("`disableAllHooks` is set");
    change(join(place.home, ".gemini/settings.json"), '"enabled": false', '"disabled": ["snaphook"]');
    const [gemini] = (await prove(place, ["gemini"])).agents;
    expect(gemini!.problems).toMatchObject([{ message: expect.stringContaining("`hooksConfig.disabled` names") }]);
  });

  it("T7 no answer comes in time", async () => {
    const place = await installed("claude-code");
    change(join(place.data, "launch"), /^(#!.*\n)/, "$1sleep 60\n");
    const adapter = ADAPTERS["claude-code"]!;
    const [file] = adapter.wiring!.files("user", { home: place.home, project: place.project, environment: {} });
    const [proof] = await proveAgent(
      adapter,
      { user: [{ adapter, file: file!, dataFolder: place.data }], project: [] },
      { cwd: place.project, environment: place.env, program: "", stateFolder: place.state, limitMs: 300 },
    );
    expect(proof).toMatchObject({ live: false, problem: { code: "PROOF_NO_ANSWER" } });
  });

  it("T7 the answer is not the denial, or something else stands in the launcher's place", async () => {
    const place = await installed("claude-code", "windsurf");
    change(join(place.data, "launch"), /^(#!.*\n)/, "$1printf '{}'; exit 0\n");
    const { agents } = await prove(place);
    for (const { routes } of agents)
      expect(routes[0]).toMatchObject({ live: false, problem: { code: "PROOF_WRONG_ANSWER" } });
  });

  it("T7 a bridge that no longer blocks", async () => {
    const place = await installed("pi");
    change(join(place.home, ".pi/agent/extensions/snaphook.js"), /block === true/, "block === 7");
    expect(await problem(place)).toMatchObject({ code: "PROOF_WRONG_ANSWER" });
  });

  it("refuses an agent nobody knows, one that is embedded, and agents without --prove", async () => {
    const place = new ProgramPlace();
    expect(await place.run(["doctor", "--prove", "nobody"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("AGENT_UNKNOWN"),
    });
    expect(await place.run(["doctor", "--prove", "claude-agent-sdk"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("AGENT_EMBEDDED"),
    });
    expect((await place.run(["doctor", "claude-code"])).code).toBe(2);
  });
});
