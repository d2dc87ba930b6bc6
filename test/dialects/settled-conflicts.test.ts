/** Where the source systems disagree, the engine follows one rule per topic. One test per settled topic. */
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import claudeCode from "../../src/adapters/claude-code/index.js";
import { NO_DECISION } from "../../src/core/decision/decision.js";
import { resolveEvent } from "../../src/core/events/events.js";
import { PROFILES } from "../../src/sources/dialects/_profiles.js";
import { fireConfig, loadConfig } from "../support/fire-config.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "snaphook-conflicts-"));
});

type Shape = "groups" | "opta" | "plugin";
const SHAPE: Readonly<Record<string, Shape>> = { opta: "opta", arawn: "plugin" };
const FILE: Readonly<Record<string, string>> = { cortex: "settings.json", arawn: "p/.claude-plugin/plugin.json" };

/** The same hook as each dialect writes it. */
function write(dialect: string, hook: { command: string; timeout?: number; matcher?: string; event?: string }): string {
  const { command, timeout, matcher, event = "PreToolUse" } = hook;
  const entry = { type: "command", command, ...(timeout === undefined ? {} : { timeout }) };
  const groups = { [event]: [{ ...(matcher === undefined ? {} : { matcher }), hooks: [entry] }] };
  const opta = [
    {
      event: OPTA_EVENT[event],
      command,
      ...(timeout === undefined ? {} : { timeout }),
      ...(matcher === undefined ? {} : { matcher }),
    },
  ];
  const path = join(folder, dialect, FILE[dialect] ?? "settings.json");
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ name: "p", hooks: SHAPE[dialect] === "opta" ? opta : groups }));
  return path;
}
const OPTA_EVENT: Readonly<Record<string, string>> = { PreToolUse: "tool.pre", SessionStart: "session.start" };

const load = (dialect: string, hook: Parameters<typeof write>[1]) =>
  loadConfig({ dialect, files: [{ path: write(dialect, hook), scope: "user" }], project: folder });

const fire = (dialect: string, hook: Parameters<typeof write>[1], event = "PreToolUse", payload: object = BASH) =>
  fireConfig({ dialect, files: [{ path: write(dialect, hook), scope: "user" }], project: folder, event, payload });

const BASH = { session_id: "s", tool_name: "Bash", tool_input: { command: "ls" } };

describe("settled conflicts", () => {
  it.each([
    ["claude", 5, 5000],
    ["orion", 5, 5000],
    ["cortex", 5, 5000],
    ["arawn", 500, 500],
    ["arawn2", 5, 5000],
    ["oak", 5, 5000],
    ["opta", 500, 500],
  ])("S20-1 %s: a timeout of %i is %i ms after loading", (dialect, timeout, ms) => {
    expect(load(dialect, { command: "true", timeout }).hooks[0]?.timeoutMs).toBe(ms);
  });

  it("S20-1 an implausible timeout is pointed out", () => {
    expect(load("claude", { command: "true", timeout: 10_000 }).findings.map(({ code }) => code)).toContain(
      "TIMEOUT_IMPLAUSIBLE",
    );
  });

  it.each([
    ["claude", 600_000],
    ["cortex", 30_000],
    ["arawn", 10_000],
    ["arawn2", 10_000],
    ["oak", 60_000],
    ["opta", 10_000],
  ])("S20-2 %s: the default timeout is %i ms", (dialect, ms) => {
    expect(load(dialect, { command: "true" }).hooks[0]?.timeoutMs).toBe(ms);
  });

  it.each([
    ["claude", 1, "none"],
    ["claude", 2, "deny"],
    ["orion", 2, "deny"],
    ["cortex", 2, "none"],
    ["arawn", 1, "deny"],
    ["arawn2", 1, "none"],
    ["arawn2", 2, "deny"],
    ["oak", 2, "none"],
    ["opta", 1, "deny"],
  ])("S20-3 %s: exit %i gives %s", async (dialect, code, verdict) => {
    expect((await fire(dialect, { command: `echo no >&2; exit ${code}` })).verdict).toBe(verdict);
  });

  it.each([
    ["claude", "err"],
    ["arawn", "out"],
    ["arawn2", "err"],
    ["opta", "err"],
  ])("S20-4 %s: the reason comes from std%s", async (dialect, stream) => {
    expect((await fire(dialect, { command: "echo err >&2; echo out; exit 2" })).reason).toBe(stream);
  });

  it.each([
    ["claude", 0.2, "none"],
    ["arawn", 200, "none"],
    ["arawn2", 0.2, "deny"],
    ["opta", 200, "none"],
  ])("S20-5 %s: a timeout gives %s", async (dialect, timeout, verdict) => {
    expect((await fire(dialect, { command: "sleep 30", timeout: timeout as number })).verdict).toBe(verdict);
  });

  it("S20-6 which events can block is a table per dialect", () => {
    expect(PROFILES["arawn"]?.blocks).toEqual(["PreToolUse"]);
    expect([...(PROFILES["arawn2"]?.blocks ?? [])].sort()).toEqual([
      "PermissionRequest",
      "PreToolUse",
      "UserPromptSubmit",
    ]);
    expect(PROFILES["orion"]?.blocks).toEqual(["PreToolUse"]);
  });

  it.each([
    ["claude", "parallel"],
    ["orion", "serial"],
    ["cortex", "serial"],
    ["arawn", "serial"],
    ["arawn2", "parallel"],
    ["opta", "serial"],
  ])("S20-7 %s: hooks run %s", (dialect, strategy) => {
    expect(load(dialect, { command: "true" }).hooks[0]?.strategy).toBe(strategy);
  });

  it("S20-8 each dialect's hook gets the payload it knows", async () => {
    const seen = async (dialect: string) =>
      (
        await fire(dialect, {
          command: `cat >${join(folder, `${dialect}.json`)}; env >${join(folder, `${dialect}.env`)}`,
        })
      ).hooks[0]?.outcome;
    for (const dialect of ["claude", "arawn", "arawn2", "opta"]) expect(await seen(dialect)).toBe("none");
    const { readFileSync } = await import("node:fs");
    const stdin = (dialect: string) => JSON.parse(readFileSync(join(folder, `${dialect}.json`), "utf8")) as object;
    expect(stdin("claude")).toMatchObject({
      hook_event_name: "PreToolUse",
      tool_name: "Bash",
      tool_input: { command: "ls" },
    });
    expect(stdin("arawn")).toEqual({ tool: "shell", params: { command: "ls" } });
    expect(stdin("arawn2")).toMatchObject({ hook_event: "PreToolUse" });
    expect(readFileSync(join(folder, "opta.env"), "utf8")).toMatch(/^OPTA_TOOL_NAME=run_command$/m);
  });

  it("S20-9 names of every system lead to the canonical event", () => {
    const names = {
      "tool.pre": "PreToolUse",
      "pre-tool-use": "PreToolUse",
      SubagentStarted: "SubagentStart",
      "agent:turn-end": "Stop",
    };
    for (const [name, canonical] of Object.entries(names)) expect(resolveEvent(name)?.name).toBe(canonical);
  });

  it.each([
    ["claude", "Edit", "MultiEdit", false],
    ["cortex", "Edit", "MultiEdit", true],
    ["arawn2", "Multi*", "MultiEdit", true],
    ["opta", "edit", "MultiEdit", true],
  ])("S20-10 %s: the matcher %s on %s → %s", async (dialect, matcher, tool, runs) => {
    const decision = await fire(dialect, { command: "true", matcher }, "PreToolUse", {
      ...BASH,
      tool_name: tool,
      tool_input: {},
    });
    expect(decision.hooks.length > 0).toBe(runs);
  });

  it.each([
    ["claude", "resume", false],
    ["claude", "startup", true],
    ["arawn", "resume", true],
    ["opta", "resume", false],
  ])("S20-11 %s: a matcher %s on SessionStart(startup) fires: %s", async (dialect, matcher, runs) => {
    const decision = await fire(dialect, { command: "true", matcher, event: "SessionStart" }, "SessionStart", {
      session_id: "s",
      source: "startup",
    });
    expect(decision.hooks.length > 0).toBe(runs);
  });

  it("S20-12 the working folder is the source's: a plugin runs in its own folder", async () => {
    await fire("arawn", { command: "pwd >where" });
    const { readFileSync } = await import("node:fs");
    expect(readFileSync(join(folder, "arawn/p/where"), "utf8").trim()).toBe(join(folder, "arawn/p"));
  });

  it("S20-13 a hook gets an allowlisted environment, whatever the dialect", async () => {
    const { readFileSync } = await import("node:fs");
    for (const dialect of ["claude", "arawn", "opta"]) {
      const out = join(folder, `${dialect}.environment`);
      await fireConfig({
        dialect,
        files: [{ path: write(dialect, { command: `env >${out}` }), scope: "user" }],
        project: folder,
        event: "PreToolUse",
        payload: BASH,
        env: { AWS_SECRET_ACCESS_KEY: "planted" },
      });
      expect(readFileSync(out, "utf8")).not.toContain("planted");
    }
  });

  it("S20-14 an empty answer is what this agent takes as neutral", () => {
    const event = claudeCode.decode("PreToolUse", BASH);
    expect(claudeCode.encode(NO_DECISION, event)).toEqual(claudeCode.neutral);
  });

  it("S20-15 Opta's compact is the event after compaction", () => {
    expect(resolveEvent("compact")?.name).toBe("PostCompact");
  });

  it("S20-16 Opta's session.end is SessionEnd, or Stop where its owner says so", () => {
    const path = join(folder, "config.json");
    const events = (config: object) => {
      writeFileSync(path, JSON.stringify(config));
      return loadConfig({ dialect: "opta", files: [{ path }] }).hooks.map(({ event }) => event);
    };
    const hooks = [{ event: "session.end", command: "true" }];
    expect(events({ hooks })).toEqual(["SessionEnd"]);
    expect(events({ hooks, sessionEndIsStop: true })).toEqual(["Stop"]);
  });
});
