import { describe, expect, it } from "vitest";
import type { HookEvent } from "../../src/core/events/payload.js";
import type { DialectProfile } from "../../src/core/hooks/dialect.js";
import type { HookSpec } from "../../src/core/hooks/hook.js";
import claude from "../../src/sources/dialects/claude/profile.js";
import loader from "../../src/sources/dialects/oak/load.js";
import oak from "../../src/sources/dialects/oak/profile.js";
import { FixturePlace } from "../support/fixture-place.js";

const CONFIG = ".oak/config.yaml";
const HOOKS = "hooks/hooks.json";
const ON_UPGRADE = "codebase_intelligence.backup.on_upgrade";
const INCLUDE = "codebase_intelligence.backup.include_activities";
const GOVERNANCE = "codebase_intelligence.governance";
const bash = (command: string) => ({ tool_name: "Bash", tool_input: { command } });

describe("oak config", () => {
  it("CF-34 reads the keys that concern hooks and honours on_upgrade: false", () => {
    const { hooks, findings, settings } = new FixturePlace("oak").load(CONFIG, "project");
    expect(findings).toEqual([]);
    expect(hooks).toMatchObject([{ id: "oak-governance", event: "PreToolUse", guard: true }]);
    expect(settings).toEqual({
      [ON_UPGRADE]: false,
      [INCLUDE]: true,
      [GOVERNANCE]: {
        enabled: true,
        enforcement_mode: "observe",
        rules: [{ id: "no-destructive-bash", tool: "Bash", pattern: "rm\\s+-rf", action: "deny" }],
      },
    });
  });

  it.each([
    ["a file about other things", "version: 1.0.0\n"],
    ["a section without the keys", "codebase_intelligence:\n  backup:\n"],
  ])("CF-34 backs up before an upgrade by default: %s", (_what, text) => {
    const place = new FixturePlace("oak");
    const { settings, findings } = place.load(place.write(CONFIG, text));
    expect(settings).toEqual({ [ON_UPGRADE]: true, [INCLUDE]: true });
    expect(findings).toEqual([]);
  });

  it("CF-34 CF-09 names the key with a wrong value, or the line that does not parse, and keeps the defaults", () => {
    const place = new FixturePlace("oak");
    const wrong =
      "codebase_intelligence:\n  backup:\n    on_upgrade: never\n    include_activities: false\n  governance: strict\n";
    const { settings, findings } = place.load(place.write(CONFIG, wrong));
    expect(settings).toEqual({ [ON_UPGRADE]: true, [INCLUDE]: false });
    expect(findings.map(({ code, field, line }) => `${code} ${field} ${line}`)).toEqual([
      `CONFIG_TYPE ${ON_UPGRADE} 3`,
      `CONFIG_TYPE ${GOVERNANCE} 5`,
    ]);
    const broken = place.load(place.write(CONFIG, "codebase_intelligence: [\n"));
    expect(broken.findings[0]).toMatchObject({ code: "CONFIG_SYNTAX" });
    expect(broken.settings[ON_UPGRADE]).toBe(true);
  });

  it("CF-34 looks for its config in the project", () => {
    expect(loader.locations({ home: "/h", configHome: "/h/.config", project: "/p" })).toEqual([
      { path: "/p/.oak/config.yaml", scope: "project" },
    ]);
    expect(loader.detect("/p/.oak/config.yaml", {})).toBe(true);
    expect(loader.detect("/p/config.yaml", {})).toBe(false);
  });
});

describe("oak hooks at work", () => {
  it("MA-01 EX-07 loads hooks that match everything, 60 s by default, in seconds", () => {
    const { hooks, findings } = new FixturePlace("oak").load(HOOKS);
    expect(findings).toEqual([]);
    expect(hooks.map(({ event, match, timeoutMs }) => [event, match, timeoutMs])).toEqual([
      ["SessionStart", {}, 60_000],
      ["PreToolUse", {}, 60_000],
      ["PreToolUse", {}, 15_000],
      ["UserPromptSubmit", {}, 60_000],
    ]);
  });

  it("IN-20 tags what it delivers with the agent and the config it came by", async () => {
    const place = new FixturePlace("oak");
    const tags = async (agent?: string, payload: object = {}) => {
      const decision = await place.fire(
        HOOKS,
        "SessionStart",
        { source: "startup", ...payload },
        agent === undefined ? {} : { agent },
      );
      return JSON.parse(decision.context!) as unknown;
    };
    expect(await tags("claude-code")).toEqual({ agent: "claude", hook_origin: "claude_config" });
    expect(await tags("cursor")).toEqual({ agent: "cursor", hook_origin: "cursor_config" });
    expect(await tags("cursor", { hook_origin: "claude_config" })).toEqual({
      agent: "cursor",
      hook_origin: "claude_config",
    });
    expect(await tags()).toEqual({});
  });

  it("OU-09 blocks by JSON only: an exit code is a failure, even 2", async () => {
    const place = new FixturePlace("oak");
    expect(await place.fire(HOOKS, "PreToolUse", bash("rm -rf build"))).toMatchObject({
      verdict: "deny",
      reason: "[no-destructive-bash] deletes without asking",
    });
    const passed = await place.fire(HOOKS, "PreToolUse", bash("ls"));
    expect(passed.verdict).toBe("none");
    expect(passed.hooks).toMatchObject([{ outcome: "none" }, { outcome: "failed", cause: "exit", answered: "allow" }]);
  });

  it("EV-28 blocks tool calls only", async () => {
    const decision = await new FixturePlace("oak").fire(HOOKS, "UserPromptSubmit", { prompt: "hi" });
    expect(decision.verdict).toBe("none");
    expect(decision.notes).toMatchObject([{ code: "HOOK_WARNING" }]);
  });
});

const HOOK = { id: "h", event: "PreToolUse", dialect: "oak", guard: false } as HookSpec;
const event: HookEvent = {
  name: "PreToolUse",
  payload: { hook_event_name: "PreToolUse" },
  native: { agent: "claude-code", event: "PreToolUse", payload: {} },
};

/** What a profile must hold to be OAK's. */
function assertOak(profile: DialectProfile): void {
  expect(profile.blocks).toEqual(["PreToolUse"]);
  for (const exitCode of [1, 2, 3, 126, 127]) {
    const ended = profile.interpret({ exitCode, signal: null, stdout: "", stderr: "no" }, event, HOOK);
    expect(ended).toMatchObject({ ok: false, failure: { cause: "exit" } });
  }
  expect(JSON.parse(profile.encode(event, HOOK).stdin)).toMatchObject({
    agent: "claude",
    hook_origin: "claude_config",
  });
}

describe("oak profile", () => {
  it("OU-09 IN-20 EV-28 speaks and reads as OAK does", () => {
    assertOak(oak);
  });

  it.each<[string, Partial<DialectProfile>]>([
    ["blocks by exit code 2", { interpret: claude.interpret }],
    ["leaves out the tags", { encode: claude.encode }],
    ["claims to block more", { blocks: claude.blocks }],
  ])("OU-09 is told apart from a profile that %s", (_what, broken) => {
    expect(() => assertOak({ ...oak, ...broken })).toThrow();
  });
});
