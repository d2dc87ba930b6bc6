import { mkdirSync, symlinkSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { diskFiles } from "../../src/runtime/platform/disk-files.js";
import { linearRegex } from "../../src/runtime/platform/re2.js";
import { LOADERS } from "../../src/sources/dialects/_loaders.js";
import { ArawnPlace, bash, group, MANIFEST } from "../support/arawn-plugins.js";
import { fencedTexts } from "../support/fenced-texts.js";

const codes = ({ findings }: { findings: readonly { code: string }[] }) => findings.map(({ code }) => code);

describe("arawn plugins", () => {
  it("CF-05 loads hooks from the path a manifest names, and from the manifest itself", () => {
    const place = new ArawnPlace();
    const byPath = place.load("arawn", place.copyPlugin("watch"));
    expect(byPath.findings).toEqual([]);
    expect(byPath.hooks.map(({ event }) => event)).toEqual([
      "PreToolUse",
      "PostToolUse",
      "SessionStart",
      "SessionEnd",
      "Stop",
      "SubagentStart",
      "SubagentCompleted",
    ]);
    const inline = place.load("arawn", place.copyPlugin("inline"));
    expect(inline).toMatchObject({
      findings: [],
      hooks: [{ event: "SessionStart", run: { command: "./scripts/where.sh" } }],
    });
    const nested = place.load("arawn", place.plugin("nested", { hooks: { hooks: { Stop: group("true") } } }));
    expect(nested.hooks).toHaveLength(1);
  });

  it("CF-05 covers the hooks file by what the load says it read", () => {
    const place = new ArawnPlace();
    const path = place.copyPlugin("watch");
    const file = { path, text: diskFiles.read(path)!, scope: "plugin", project: place.root } as const;
    expect(LOADERS["arawn"]!.load(file, { files: diskFiles, regex: linearRegex }).reads).toEqual([
      place.path("plugins/watch/hooks/hooks.json"),
    ]);
  });

  it("CF-05 also takes a hooks file by itself and finds its plugin", async () => {
    const place = new ArawnPlace();
    place.copyPlugin("watch");
    const { hooks } = place.load("arawn", place.path("plugins/watch/hooks/hooks.json"));
    expect(hooks[0]).toMatchObject({
      run: { cwd: place.path("plugins/watch") },
      extra: { pluginRoot: place.path("plugins/watch") },
    });
    const alone = place.write("loose/hooks.json", { hooks: { SessionStart: group("pwd") } });
    expect(fencedTexts((await place.fire("arawn", alone, "SessionStart")).context)).toEqual([place.path("loose")]);
  });

  it("CF-06 finds the plugins of the user and of the project, folder by folder", () => {
    const places = { home: "/home/u", configHome: "/home/u/.config", project: "/srv/p" };
    expect(LOADERS["arawn"]!.locations(places)).toEqual([
      { path: "/home/u/.config/arawn/plugins", scope: "plugin", each: true, file: MANIFEST },
      { path: "/srv/p/plugins", scope: "plugin", each: true, file: MANIFEST },
    ]);
    expect(LOADERS["arawn"]!.detect(`/x/${MANIFEST}`, {})).toBe(true);
    expect(LOADERS["arawn"]!.detect("/x/package.json", {})).toBe(false);
  });

  it.each([
    ["a manifest that does not parse", "{ not json", "PLUGIN_BROKEN"],
    ["a manifest that is a list", "[]", "PLUGIN_BROKEN"],
    ["an empty manifest", "", "PLUGIN_BROKEN"],
    ["a hooks file that is not there", { hooks: "./hooks/none.json" }, "PLUGIN_BROKEN"],
    ["hooks that are a number", { hooks: 4 }, "PLUGIN_BROKEN"],
    ["a hooks file elsewhere", { hooks: "../good/hooks/hooks.json" }, "HOOK_SCRIPT_OUTSIDE"],
  ])("CF-06 SE-12 skips a plugin with %s and still runs the others", async (_, manifest, code) => {
    const place = new ArawnPlace();
    const bad = place.plugin("bad", manifest);
    const good = place.copyPlugin("watch");
    const loaded = place.load("arawn", bad);
    expect([loaded.hooks, codes(loaded)]).toEqual([[], [code]]);
    expect(loaded.findings[0]!.file).toBe(bad);
    const decision = await place.fire("arawn", [bad, good], "PreToolUse", bash("sudo mkfs /dev/sda"));
    expect(decision.verdict).toBe("deny");
  });

  it("SE-12 refuses a hooks file that is a link out of the plugin", () => {
    const place = new ArawnPlace();
    const outside = place.write("elsewhere/hooks.json", { hooks: { Stop: group("true") } });
    const manifest = place.plugin("p", { hooks: "./hooks.json" });
    symlinkSync(outside, place.path("plugins/p/hooks.json"));
    expect(codes(place.load("arawn", manifest))).toEqual(["HOOK_SCRIPT_OUTSIDE"]);
    symlinkSync(place.path("elsewhere"), place.path("plugins/p/linked"));
    const through = place.plugin("p", { hooks: "./linked/hooks.json" });
    expect(codes(place.load("arawn", through))).toEqual(["HOOK_SCRIPT_OUTSIDE"]);
  });

  it.each([
    "${CLAUDE_PLUGIN_ROOT}/../evil.sh",
    '"${CLAUDE_PLUGIN_ROOT}"/link.sh',
    "../evil.sh",
    "sh ./link.sh now",
    "node linked/evil.sh",
  ])("SE-12 refuses the script %s, which leads out of the plugin", (command) => {
    const place = new ArawnPlace();
    place.write("plugins/evil.sh", "echo evil", 0o755);
    const manifest = place.hooks({ Stop: [...group(command), ...group("true")] });
    symlinkSync(place.path("plugins/evil.sh"), place.path("plugins/p/link.sh"));
    symlinkSync(place.path("plugins"), place.path("plugins/p/linked"));
    const loaded = place.load("arawn", manifest);
    expect(loaded.hooks.map(({ run }) => run)).toMatchObject([{ command: "true" }]);
    expect(loaded.findings).toMatchObject([
      { code: "HOOK_SCRIPT_OUTSIDE", severity: "error", field: "hooks.Stop[0].hooks[0]" },
    ]);
  });

  it("SE-12 leaves programs of the machine alone", () => {
    const place = new ArawnPlace();
    const loaded = place.load("arawn", place.hooks({ Stop: group("/bin/sh -c true") }));
    expect([loaded.hooks.length, loaded.findings]).toEqual([1, []]);
  });

  it("CF-07 EX-04 runs in the plugin's folder and says where that is in both variables", async () => {
    const place = new ArawnPlace();
    const root = place.path("plugins/inline");
    const decision = await place.fire("arawn", place.copyPlugin("inline"), "SessionStart");
    expect(fencedTexts(decision.context).join("\n")).toBe(`${root}\n${root}\n${root}`);
  });

  it("EX-04 runs a command with arguments, and a bare path whatever characters it has", async () => {
    const place = new ArawnPlace();
    const script = '#!/bin/sh\necho "$0 $# $1"\n';
    place.write("plugins/my plug (in)/say it.sh", script, 0o755);
    const spaced = place.plugin("my plug (in)", {
      hooks: { SessionStart: group("${CLAUDE_PLUGIN_ROOT}/say it.sh") },
    });
    expect(fencedTexts((await place.fire("arawn", spaced, "SessionStart")).context)).toEqual([
      `${place.path("plugins/my plug (in)/say it.sh")} 0`,
    ]);
    place.write("plugins/p/say.sh", script, 0o755);
    const withArgs = place.hooks({ SessionStart: group("./say.sh 'a b' c") });
    expect(fencedTexts((await place.fire("arawn", withArgs, "SessionStart")).context)).toEqual(["./say.sh 2 a b"]);
  });

  it("CF-33 notes the MCP servers a plugin brings, beside its hooks", () => {
    const place = new ArawnPlace();
    const { hooks, settings } = place.load("arawn", place.copyPlugin("watch"));
    expect(settings).toEqual({ mcpServers: { watch: { command: "node", args: ["server.mjs"] } } });
    expect(hooks.length).toBeGreaterThan(0);
  });

  it("CF-30 loads the flat list of the journal example with a deprecation note", () => {
    const place = new ArawnPlace();
    const loaded = place.load("arawn", place.copyPlugin("journal"));
    expect(loaded.hooks).toMatchObject([
      { event: "SessionEnd", run: { command: place.path("plugins/journal/hooks/journal-reminder.sh") } },
    ]);
    expect(loaded.findings).toMatchObject([
      {
        code: "CONFIG_DEPRECATED",
        severity: "warning",
        file: place.path("plugins/journal/hooks/hooks.json"),
        line: 2,
      },
    ]);
  });

  it("CF-30 reports what is wrong in a flat list and keeps the rest", () => {
    const place = new ArawnPlace();
    const loaded = place.load(
      "arawn",
      place.plugin("p", {
        hooks: [
          4,
          { command: "true" },
          { event: "Stop", command: "true" },
          { event: "PreToolUse", tool_match: "shell", command: "true" },
        ],
      }),
    );
    expect(loaded.hooks).toMatchObject([
      { event: "Stop" },
      { event: "PreToolUse", match: { subject: { contains: ["shell"] } } },
    ]);
    expect(codes(loaded)).toEqual(["CONFIG_DEPRECATED", "CONFIG_TYPE", "HOOK_FIELD_MISSING"]);
  });

  it("CF-31 takes an entry without a type for a command", () => {
    const place = new ArawnPlace();
    const { hooks } = place.load("arawn", place.hooks({ Stop: [{ hooks: [{ command: "true" }] }] }));
    expect(hooks).toMatchObject([{ run: { type: "command", command: "true" } }]);
  });

  it("HT-06 HT-07 warns of unknown types and of commands without a command, and loads the others", async () => {
    const place = new ArawnPlace();
    const manifest = place.hooks({
      SessionStart: [{ hooks: [{ type: "wasm" }, { type: "command" }, { type: "command", command: "echo here" }] }],
    });
    const loaded = place.load("arawn", manifest);
    expect(codes(loaded)).toEqual(["HOOK_TYPE_UNKNOWN", "HOOK_FIELD_MISSING"]);
    expect(fencedTexts((await place.fire("arawn", manifest, "SessionStart")).context)).toEqual(["here"]);
  });

  it("EV-22 an unknown event is a warning and never ends the load", () => {
    const place = new ArawnPlace();
    const loaded = place.load("arawn", place.hooks({ PreToolUsed: group("true"), Stop: group("true") }));
    expect(loaded.hooks).toHaveLength(1);
    expect(loaded.findings).toMatchObject([
      { code: "EVENT_UNKNOWN", severity: "warning", field: "hooks.PreToolUsed[0].hooks[0]" },
    ]);
  });

  it.each([
    ["no hooks", { description: "nothing" }, "CONFIG_NOT_HOOKS"],
    ["half a file", '{"hooks": {"Stop": [{"hooks": [{"command": "true"}', "CONFIG_SYNTAX"],
    ["no JSON", "hooks = yes", "CONFIG_SYNTAX"],
  ])("CF-09 a hooks file with %s is empty, with one finding", (_, content, code) => {
    const place = new ArawnPlace();
    const manifest = place.plugin("p", { hooks: "hooks.json" });
    const file = place.write("plugins/p/hooks.json", content);
    const loaded = place.load("arawn", manifest);
    expect(loaded.hooks).toEqual([]);
    expect(loaded.findings).toMatchObject([{ code, file }]);
  });

  it("CF-09 a plugin without hooks is fine", () => {
    const place = new ArawnPlace();
    mkdirSync(place.path("plugins/p/skills"), { recursive: true });
    expect(place.load("arawn", place.plugin("p", { name: "p" }))).toMatchObject({ hooks: [], findings: [] });
  });
});
