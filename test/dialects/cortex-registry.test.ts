import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import { compilePlan } from "../../src/sources/compile/compile-plan.js";
import loader from "../../src/sources/dialects/cortex/load.js";
import { FixturePlace } from "../support/fixture-place.js";

const REGISTRY = ".cortex/config/hooks";

/** One bad file per field of an entry: file, finding, field. */
const BAD: readonly (readonly [string, string, string])[] = [
  ["id", "HOOK_FIELD_MISSING", "id"],
  ["event", "EVENT_UNKNOWN", "event"],
  ["event-namespace", "EVENT_UNKNOWN", "event"],
  ["matcher", "MATCHER_INVALID", "matcher"],
  ["matcher-object", "HOOK_FIELD_INVALID", "matcher"],
  ["matcher-agent-object", "HOOK_FIELD_INVALID", "matcher"],
  ["matcher-server-text", "HOOK_FIELD_INVALID", "matcher"],
  ["run", "HOOK_FIELD_MISSING", "run"],
  ["run-both", "HOOK_FIELD_INVALID", "run"],
  ["run-neither", "HOOK_FIELD_INVALID", "run"],
  ["run-script", "CONFIG_TYPE", "run.script"],
  ["run-command", "HOOK_FIELD_INVALID", "run.command"],
  ["run-timeout", "HOOK_FIELD_INVALID", "run.timeout"],
  ["scope-backends", "HOOK_FIELD_INVALID", "scope.backends[1]"],
  ["scope-requires-tool", "CONFIG_TYPE", "scope.requiresTool"],
  ["blocking-mode", "HOOK_FIELD_INVALID", "blocking.mode"],
  ["blocking-ttl", "HOOK_FIELD_INVALID", "blocking.ttlMin"],
  ["result", "HOOK_FIELD_INVALID", "result"],
  ["result-session", "HOOK_FIELD_INVALID", "result"],
  ["enabled", "CONFIG_TYPE", "enabled"],
  ["version", "HOOK_FIELD_INVALID", "version"],
];

describe("cortex registry", () => {
  it("CF-14 CF-15 loads every example entry, in the order of the file names", () => {
    const place = new FixturePlace("cortex");
    const { hooks, findings } = place.load(place.list(REGISTRY));
    expect(findings).toEqual([]);
    expect(hooks.map(({ id, event }) => `${id} ${event}`)).toEqual([
      "count-first PreToolUse",
      "count-second PreToolUse",
      "sensitive-file-edit PreToolUse",
      "tasks-yaml-guard PreToolUse",
      "ask-user PreToolUse",
      "exit-plan PreToolUse",
      "auto-allow cc:PermissionRequest",
      "echo-result PostToolUse",
      "provider-headers pi:before_provider_headers",
      "pi-edit pi:tool_call",
      "dispatch-end cortex:thread.end",
      "switched-off PreToolUse",
    ]);
  });

  it("CF-14 finds 02-b and 01-a in the home folder and runs a before b", async () => {
    const home = new FixturePlace("cortex");
    rmSync(home.path(REGISTRY), { recursive: true });
    const entry = (id: string) => ({ id, event: "agent:pre-tool", run: { command: `echo ${id}` } });
    home.write(`${REGISTRY}/02-b.json`, entry("b"));
    home.write(`${REGISTRY}/01-a.json`, entry("a"));
    const places = {
      home: home.root,
      configHome: home.path("c"),
      config: home.path("c/snaphook"),
      managed: home.path("managed"),
      data: home.path("d"),
      state: home.path("d"),
    };
    const cwd = mkdtempSync(join(tmpdir(), "project-"));
    const request = { cwd, places, regex: linearRegex, dialects: ["cortex"], mayBuild: false, authoring: "" };
    const { plan } = await compilePlan(request);
    const registry = plan.entries.filter(({ hook }) => hook.event === "PreToolUse");
    expect(registry.map(({ hook, source }) => [hook.id, source.key])).toEqual([
      ["a", "cortex:user"],
      ["b", "cortex:user"],
    ]);
  });

  it("CF-15 CF-12 EX-07 carries what an entry says over to the hook", () => {
    const place = new FixturePlace("cortex");
    const hooks = Object.fromEntries(place.load(place.list(REGISTRY)).hooks.map((hook) => [hook.id, hook]));
    expect(hooks["count-first"]).toMatchObject({
      timeoutMs: 30_000,
      enabled: true,
      strategy: "serial",
      guard: false,
    });
    expect(hooks["sensitive-file-edit"]).toMatchObject({
      timeoutMs: 10_000,
      extra: { version: "2026.7.29", managed: true },
    });
    expect(hooks["count-first"]!.extra).not.toHaveProperty("managed");
    expect(hooks["tasks-yaml-guard"]!.agents).toEqual(["claude-code", "pi"]);
    expect(hooks["ask-user"]).toMatchObject({
      timeoutMs: 3_600_000,
      requiresTool: "AskUserQuestion",
      extra: { blocking: { mode: "webhook", ttlMin: 30 } },
    });
    expect(hooks["dispatch-end"]).toMatchObject({
      result: "json",
      match: { equals: { source: "task-dispatch" } },
    });
    expect(hooks["switched-off"]!.enabled).toBe(false);
    const session = place.write("s.json", { id: "s", event: "cortex:session.new", run: { command: "true" } });
    expect(place.load(session).hooks[0]).toMatchObject({ timeoutMs: 60_000, result: "none" });
  });

  it.each(BAD)("CF-15 CF-17 skips %s.json with %s at %s", (name, code, field) => {
    const { hooks, findings } = new FixturePlace("cortex").load(`bad/${name}.json`);
    expect(hooks).toEqual([]);
    expect(findings.map((found) => `${found.code} ${found.field}`)).toEqual([`${code} ${field}`]);
    expect(findings[0]!.message.startsWith(`skipped ${name}.json: `)).toBe(true);
  });

  it("CF-09 CF-17 uses nothing of a file with a syntax error, and says where it is", () => {
    const { hooks, findings } = new FixturePlace("cortex").load("bad/syntax.json");
    expect(hooks).toEqual([]);
    expect(findings[0]).toMatchObject({ code: "CONFIG_SYNTAX", line: 1 });
    expect(findings[0]!.message).toMatch(/^skipped syntax\.json: /);
  });

  it("CF-17 skips a bad file and a second use of an id, and mounts the rest", () => {
    const place = new FixturePlace("cortex");
    const before = place.load(place.list(REGISTRY)).hooks.length;
    place.write(`${REGISTRY}/00-broken.json`, "{");
    place.write(`${REGISTRY}/99-again.json`, {
      id: "count-first",
      event: "agent:pre-tool",
      run: { command: "exit 2" },
    });
    const { hooks, findings } = place.load(place.list(REGISTRY));
    expect(hooks).toHaveLength(before);
    expect(findings.map(({ code, message }) => [code, message])).toContainEqual([
      "CONFIG_DUPLICATE_ID",
      'skipped 99-again.json: the id "count-first" is already used by 01-count.json',
    ]);
    expect(findings.some(({ message }) => message.startsWith("skipped 00-broken.json: "))).toBe(true);
  });

  it("CF-17 lets an id be used although an earlier file with it was skipped", () => {
    const place = new FixturePlace("cortex");
    place.write(`${REGISTRY}/00-bad.json`, {
      id: "mine",
      event: "agent:pre-tool",
      matcher: "[",
      run: { command: "true" },
    });
    place.write(`${REGISTRY}/03-good.json`, {
      id: "mine",
      event: "agent:pre-tool",
      run: { command: "true" },
    });
    expect(place.load(place.list(REGISTRY)).hooks.map(({ id }) => id)).toContain("mine");
  });

  it("CF-15 warns of a field it does not know and keeps the hook", () => {
    const place = new FixturePlace("cortex");
    const path = place.write("x.json", {
      id: "x",
      event: "agent:pre-tool",
      run: { command: "true" },
      enabld: false,
    });
    const { hooks, findings } = place.load(path);
    expect(hooks).toHaveLength(1);
    expect(findings.map(({ code, field }) => `${code} ${field}`)).toEqual(["CONFIG_UNKNOWN_KEY enabld"]);
  });

  it.each([
    ["an absolute path", "/etc/init.mjs"],
    ["a way up", "../outside.mjs"],
    ["a way up in the middle", "lib/../../outside.mjs"],
    ["a Windows path", "C:\\hooks\\a.mjs"],
    ["a Windows path without a folder", "C:a.mjs"],
    ["a Windows share", "\\\\server\\a.mjs"],
    ["a Windows way up", "..\\outside.mjs"],
  ])("CF-16 SE-12 rejects %s as a script", (_what, script) => {
    const place = new FixturePlace("cortex");
    place.write(".cortex/outside.mjs", "");
    const path = place.write(`${REGISTRY}/80-out.json`, {
      id: "out",
      event: "agent:pre-tool",
      run: { script },
    });
    const { hooks, findings } = place.load(path);
    expect(hooks).toEqual([]);
    expect(findings.map(({ code, field }) => `${code} ${field}`)).toEqual(["HOOK_SCRIPT_OUTSIDE run.script"]);
  });

  it("CF-16 SE-12 follows links before it judges a script, also one in the middle of the path", () => {
    const place = new FixturePlace("cortex");
    place.write("elsewhere/a.mjs", "");
    symlinkSync(place.path("elsewhere/a.mjs"), place.path(".cortex/hooks/link.mjs"));
    symlinkSync(place.path("elsewhere"), place.path(".cortex/hooks/folder"));
    symlinkSync(place.path(".cortex/hooks/post-task.mjs"), place.path(".cortex/hooks/fine.mjs"));
    const load = (script: string) =>
      place.load(place.write(`${REGISTRY}/80-link.json`, { id: "l", event: "agent:pre-tool", run: { script } }));
    expect(load("link.mjs").findings[0]?.code).toBe("HOOK_SCRIPT_OUTSIDE");
    expect(load("folder/not-there-yet.mjs").findings[0]?.code).toBe("HOOK_SCRIPT_OUTSIDE");
    expect(load("fine.mjs").hooks).toHaveLength(1);
    expect(load("not-there.mjs").findings.map(({ code }) => code)).toEqual(["HOOK_SCRIPT_MISSING"]);
  });

  it("EV-25 EV-26 loads all four namespaces and mounts native events on their agent only", () => {
    const place = new FixturePlace("cortex");
    const load = (event: string) =>
      place
        .load(place.write("e.json", { id: "e", event, run: { command: "true" } }))
        .hooks.map((hook) => [hook.event, hook.nativeTo])[0];
    expect(load("agent:turn-end")).toEqual(["Stop", undefined]);
    expect(load("cc:PermissionRequest")).toEqual(["cc:PermissionRequest", "claude-code"]);
    expect(load("pi:before_provider_headers")).toEqual(["pi:before_provider_headers", "pi"]);
    const server =
      "server.start server.shutdown thread.start thread.transition thread.end dispatch.started schedule.fired task.completed task.blocked client.connected client.disconnected session.new session.messageEnd";
    for (const name of server.split(" ")) expect(load(`cortex:${name}`)).toEqual([`cortex:${name}`, undefined]);
  });

  it("CF-14 looks for the registry, the templates and the session hooks in the data folder", () => {
    const locations = loader.locations({
      home: "/home/ann",
      configHome: "/home/ann/.config",
      project: "/srv/app",
    });
    expect(locations).toEqual([
      { path: "/home/ann/.cortex/config/hooks", scope: "user", each: true },
      { path: "/home/ann/.cortex/config/thread-templates/templates", scope: "user", each: true },
      { path: "/home/ann/.cortex/config/thread-templates.json", scope: "user" },
      { path: "/home/ann/.cortex/config/session-hooks.json", scope: "user" },
      { path: "/srv/app/.snaphook/threads", scope: "project", each: true },
    ]);
    const entry = { id: "a", event: "agent:pre-tool", run: { command: "true" } };
    expect(loader.detect("/tmp/a.json", entry)).toBe(true);
    expect(loader.detect("/home/ann/.cortex/config/hooks/a.json", undefined)).toBe(true);
    expect(loader.detect("/tmp/a.json", { hooks: {} })).toBe(false);
    expect(loader.detect("/tmp/a.json", { event: "tool.pre", command: "true" })).toBe(false);
  });

  it("CF-17 passes over files of the folder that are no entries", () => {
    const place = new FixturePlace("cortex");
    const notes = place.write(`${REGISTRY}/CORTEX.md`, "# Notes");
    expect(place.load(notes)).toMatchObject({ hooks: [], findings: [] });
  });
});
