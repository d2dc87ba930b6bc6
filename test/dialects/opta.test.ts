import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import loader from "../../src/sources/dialects/opta/load.js";
import { OPTA_EVENTS } from "../../src/sources/dialects/opta/names.js";
import { loadConfig } from "../support/fire-config.js";

const EXAMPLE = new URL("../fixtures/dialects/opta/project/.opta/config.json", import.meta.url).pathname;

function load(config: unknown) {
  const path = join(mkdtempSync(join(tmpdir(), "opta-")), "config.json");
  writeFileSync(path, typeof config === "string" ? config : JSON.stringify(config, null, 2));
  const { hooks, findings } = loadConfig({ dialect: "opta", files: [{ path }] });
  return { hooks, findings, told: findings.map(({ code, field }) => `${code} ${field}`) };
}

describe("opta config files", () => {
  it("CF-02 CF-32 EX-07 reads the flat list of the example, in order and with Opta's defaults", () => {
    const { hooks, findings } = loadConfig({ dialect: "opta", files: [{ path: EXAMPLE }] });
    expect(findings).toEqual([]);
    expect(hooks.map(({ event, timeoutMs, background }) => [event, timeoutMs, background])).toEqual([
      ["PreToolUse", 10_000, undefined],
      ["PostToolUse", 15_000, undefined],
      ["PostToolUse", 10_000, true],
    ]);
    expect(hooks.every((hook) => hook.strategy === "serial" && hook.onTimeout === "allow" && !hook.guard)).toBe(true);
  });

  it("CF-02 has no hooks and nothing to say when the key is missing", () => {
    expect(load({})).toMatchObject({ hooks: [], findings: [] });
    expect(load({ hooks: [] })).toMatchObject({ hooks: [], findings: [] });
  });

  it("CF-03 rejects a timeout outside 100…60000 ms and keeps the limits themselves", () => {
    const hook = (timeout: unknown) => ({ event: "tool.pre", command: "true", timeout });
    const { hooks, findings, told } = load({
      hooks: [hook(99), hook(100), hook(60_000), hook(60_001), hook("5000")],
    });
    expect(hooks.map(({ timeoutMs }) => timeoutMs)).toEqual([100, 60_000]);
    expect(told).toEqual([0, 3, 4].map((i) => `HOOK_FIELD_INVALID hooks[${i}].timeout`));
    expect(findings.every(({ severity }) => severity === "error")).toBe(true);
  });

  it("CF-04 looks in the user's config folder and in the project", () => {
    expect(loader.locations({ home: "/home/ann", configHome: "/home/ann/.config", project: "/src/app" })).toEqual([
      { path: "/home/ann/.config/opta/config.json", scope: "user" },
      { path: "/src/app/.opta/config.json", scope: "project" },
    ]);
    expect(loader.detect("/home/ann/.config/opta/config.json", {})).toBe(true);
    expect(loader.detect("/src/app/.opta/config.json", {})).toBe(true);
    expect(loader.detect("/src/app/config.json", {})).toBe(false);
  });

  it("EV-20 EV-17 loads each of Opta's nine names as one canonical event", () => {
    const names = Object.keys(OPTA_EVENTS);
    const { hooks, findings } = load({ hooks: names.map((event) => ({ event, command: "true" })) });
    expect(findings).toEqual([]);
    expect(Object.fromEntries(names.map((name, i) => [name, hooks[i]!.event]))).toEqual({
      "session.start": "SessionStart",
      "session.end": "SessionEnd",
      "tool.pre": "PreToolUse",
      "tool.post": "PostToolUse",
      compact: "PostCompact",
      error: "Error",
      "turn.done": "TurnEnd",
      "prompt.pre": "UserPromptSubmit",
      stop: "Stop",
    });
  });

  it.each(["invalid", "PreToolUse", "pre-tool-use", "tool_pre", "toString", 7, undefined])(
    "EV-20 refuses the name %s and names its field",
    (event) => {
      const { hooks, findings, told } = load({
        hooks: [
          { event: "stop", command: "true" },
          { event, command: "true" },
        ],
      });
      expect(hooks.map((hook) => hook.event)).toEqual(["Stop"]);
      expect(told).toEqual(["EVENT_UNKNOWN hooks[1].event"]);
      expect(findings[0]).toMatchObject({ severity: "error", line: event === undefined ? 7 : 8 });
    },
  );

  it("maps session.end to Stop when the file says that an end is a stop", () => {
    const config = {
      sessionEndIsStop: true,
      hooks: [
        { event: "session.end", command: "true" },
        { event: "session.start", command: "true" },
      ],
    };
    expect(load(config).hooks.map(({ event }) => event)).toEqual(["Stop", "SessionStart"]);
    expect(load({ ...config, sessionEndIsStop: false }).hooks.map(({ event }) => event)).toEqual([
      "SessionEnd",
      "SessionStart",
    ]);
  });

  it("CF-09 CF-17 goes on after broken entries and says what is wrong with each", () => {
    const { hooks, told } = load({
      hooks: [
        "text",
        { event: "tool.pre" },
        { event: "tool.pre", command: "  " },
        { event: "tool.pre", command: "true", matcher: 3 },
        { event: "tool.pre", command: "true", background: "yes" },
        { event: "nope", command: 1, timeout: 1 },
        { event: "tool.pre", command: "true" },
      ],
    });
    expect(hooks).toHaveLength(1);
    expect(told).toEqual([
      "CONFIG_TYPE hooks[0]",
      "HOOK_FIELD_MISSING hooks[1].command",
      "HOOK_FIELD_MISSING hooks[2].command",
      "CONFIG_TYPE hooks[3].matcher",
      "CONFIG_TYPE hooks[4].background",
      "EVENT_UNKNOWN hooks[5].event",
      "HOOK_FIELD_MISSING hooks[5].command",
      "HOOK_FIELD_INVALID hooks[5].timeout",
    ]);
  });

  it("CF-09 turns a file that is no config into findings, never into a crash", () => {
    expect(load("{ not json").told[0]).toContain("CONFIG_SYNTAX");
    expect(load("[]").told).toEqual(["CONFIG_TYPE undefined"]);
    expect(load({ hooks: { PreToolUse: [] } }).told).toEqual(["CONFIG_TYPE hooks"]);
  });

  it("MA-05 warns that a matcher on an event without a tool never fires", () => {
    const { hooks, told } = load({
      hooks: [{ event: "session.start", command: "true", matcher: "startup" }],
    });
    expect(hooks[0]!.match.never).toBeDefined();
    expect(told).toEqual(["MATCHER_NEVER hooks[0].matcher"]);
  });

  it("MA-08 switches off a hook whose matcher is no pattern", () => {
    const { hooks, told } = load({ hooks: [{ event: "tool.pre", command: "exit 1", matcher: "[invalid" }] });
    expect(hooks).toEqual([]);
    expect(told).toEqual(["MATCHER_INVALID hooks[0].matcher"]);
  });

  it("EX-11 warns of a background hook where it could have blocked, but not of the light http hooks", () => {
    const command = { event: "tool.pre", command: "true", background: true };
    expect(load({ hooks: [command] }).told).toEqual(["HOOK_BACKGROUND_BLOCKING hooks[0]"]);
    expect(load({ pre_tool_url: "http://127.0.0.1:9/pre" }).told).toEqual([]);
  });

  it("HT-10 reads pre_tool_url and post_tool_url beside the list or in place of it", () => {
    const urls = { pre_tool_url: "http://127.0.0.1:9/pre", post_tool_url: "http://127.0.0.1:9/post" };
    for (const config of [urls, { hooks: urls }]) {
      const { hooks, findings } = load(config);
      expect(findings).toEqual([]);
      expect(hooks).toMatchObject([
        {
          event: "PreToolUse",
          timeoutMs: 800,
          background: true,
          run: { type: "http", url: urls.pre_tool_url },
        },
        {
          event: "PostToolUse",
          timeoutMs: 800,
          background: true,
          run: { type: "http", url: urls.post_tool_url },
        },
      ]);
    }
    expect(load({ post_tool_url: "ftp://x" }).told).toEqual(["HOOK_FIELD_INVALID post_tool_url.url"]);
    expect(load({ post_tool_url: 5 }).told).toEqual(["HOOK_FIELD_MISSING post_tool_url"]);
  });

  it("CF-27 keeps the status message", () => {
    expect(
      load({ hooks: [{ event: "stop", command: "true", statusMessage: "Checking" }] }).hooks[0]!.statusMessage,
    ).toBe("Checking");
  });
});
