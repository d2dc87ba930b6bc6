/** Where an agent can block by itself when a hook fails, our entries say so; test/agents shows what the agents make of it. */
import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "jsonc-parser";
import { describe, expect, it } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import { wiredEvents } from "../../src/adapters/_shared/wired-calls.js";
import { findOnPath } from "../../src/cli/agents/find-on-path.js";
import { launcherIn } from "../../src/core/hooks/own-command.js";
import { answerWithoutProgram } from "../../src/runtime/wiring/answer-without-program.js";
import { gateCommandLine } from "../../src/runtime/wiring/command-line.js";
import { ProgramPlace } from "../support/program.js";

const config = (file: string) => parse(readFileSync(file, "utf8")) as { hooks: Record<string, never[]> };

/** What each of the agent's entries runs, by event. */
function entriesIn(place: ProgramPlace, agent: string): readonly [event: string, command: string][] {
  const { wiring } = ADAPTERS[agent]!;
  const [file] = wiring!.files("user", { home: place.home, project: place.project, environment: {} });
  const text = readFileSync(file!.path, "utf8");
  if (file!.format.kind === "toml")
    return [...text.matchAll(/event = "(\w+)"\ncommand = (".*")/g)].map(([, event, json]) => [
      event!,
      JSON.parse(json!),
    ]);
  return Object.entries(config(file!.path).hooks).map(([event, list]) => {
    const [, json] = /"(?:command|bash)":("(?:[^"\\]|\\.)*launch(?:[^"\\]|\\.)*")/.exec(JSON.stringify(list))!;
    return [event, JSON.parse(json!) as string];
  });
}

describe("T7 entries when the data folder is gone, launcher and all", () => {
  const CALLERS = Object.values(ADAPTERS).flatMap(({ name, wiring }) => {
    const [file] = wiring?.files("user", { home: "/h", project: "/p", environment: {} }) ?? [];
    return file === undefined || ["module", "script"].includes(file.format.kind) ? [] : [name];
  });

  it.each(CALLERS)("of %s block every tool call and say so, and nothing else", async (agent) => {
    const place = new ProgramPlace();
    await place.run(["install", agent]);
    rmSync(place.data, { recursive: true });
    const gates = new Set(wiredEvents(ADAPTERS[agent]!).flatMap(({ event, gates }) => (gates ? [event] : [])));
    const entries = entriesIn(place, agent);
    expect(entries.filter(([event]) => gates.has(event)).length).toBe(gates.size);
    for (const [event, command] of entries) {
      const [shell, ...flags] = ADAPTERS[agent]!.wiring!.shell?.(place.env) ?? ["/bin/sh", "-c"];
      const ran = spawnSync(shell!, [...flags, command], { input: "{}", encoding: "utf8", env: place.env });
      expect(ran.stdout).toBe("");
      if (!gates.has(event)) expect(ran.status).toBe(127);
      else expect(ran).toMatchObject({ status: 2, stderr: expect.stringContaining("Snaphook is missing") });
    }
  });

  it("work in every shell that is here, also with spaces and quotes in the path", () => {
    const place = new ProgramPlace();
    const launcher = join(place.root, "it's a folder/snaphook/launch");
    const command = gateCommandLine(launcher, "codex", "PreToolUse");
    expect(launcherIn(command)).toBe(launcher);
    const shells = ["sh", "bash", "zsh", "fish", "dash", "busybox"].filter((one) =>
      findOnPath(one, process.env["PATH"]),
    );
    const inShell = (shell: string) =>
      spawnSync(shell, [...(shell === "busybox" ? ["sh"] : []), "-c", command], { encoding: "utf8" });
    for (const shell of shells) expect(inShell(shell)).toMatchObject({ status: 2, stdout: "" });
    place.write(launcher, '#!/bin/sh\necho "$@"\n');
    chmodSync(launcher, 0o700);
    for (const shell of shells) expect(inShell(shell)).toMatchObject({ status: 0, stdout: "codex PreToolUse\n" });
  });

  it("are not mistaken for ours if they run anything else", () => {
    const command = gateCommandLine("/d/snaphook/launch", "codex", "PreToolUse");
    expect(launcherIn(command)).toBe("/d/snaphook/launch");
    for (const other of [
      command.replace("test -x /d/", "test -x /e/"),
      command.replace("; exec /d/", "; rm x; exec /d/"),
      command.replace("missing", "$(rm x)"),
      `${command}; rm x`,
    ])
      expect(launcherIn(other)).toBeUndefined();
  });
});

describe("entries of agents that can fail closed", () => {
  it("T7 Claude Code blocks when our entry fails, where a tool's call can be held back and nowhere else", async () => {
    const place = new ProgramPlace();
    await place.run(["install", "claude-code"]);
    const { hooks } = config(join(place.home, ".claude/settings.json"));
    const blocking = Object.entries(hooks)
      .filter(([, groups]) => JSON.stringify(groups).includes('"onFailure":"block"'))
      .map(([event]) => event);
    expect(blocking).toEqual(["PreToolUse", "PermissionRequest"]);
    expect(Object.keys(hooks).length).toBeGreaterThan(blocking.length);
  });

  it("T7 Cursor fails closed before tools", async () => {
    const place = new ProgramPlace();
    await place.run(["install", "cursor"]);
    const { hooks } = config(join(place.home, ".cursor/hooks.json"));
    expect(hooks["preToolUse"]).toMatchObject([{ failClosed: true }]);
    expect(JSON.stringify({ ...hooks, preToolUse: [] })).not.toContain("failClosed");
  });

  it("T7 each of our answers to Cursor is an object, for an empty one would deny", async () => {
    const cursor = ADAPTERS["cursor"]!;
    expect(cursor.neutral.stdout).toBe("{}");
    for (const { event } of wiredEvents(cursor))
      expect(JSON.parse(answerWithoutProgram(cursor, event).stdout)).toEqual(expect.any(Object));
    const place = new ProgramPlace();
    await place.run(["install", "cursor"]);
    for (const payload of ["", "{", '{"tool_name":"Shell","tool_input":{"command":"ls"}}']) {
      const ran = spawnSync(join(place.data, "launch"), ["cursor", "preToolUse"], {
        input: payload,
        encoding: "utf8",
        env: place.env,
      });
      expect(ran.status).toBe(0);
      expect(JSON.parse(ran.stdout)).toEqual(expect.any(Object));
    }
  });

  it("T7 a script of ours for Cline denies by itself when the launcher is gone, and else calls it", async () => {
    const place = new ProgramPlace();
    await place.run(["install", "cline"]);
    const script = join(place.home, ".cline/hooks/PreToolUse.zsh");
    const input = JSON.stringify({ tool_call: { id: "c1", name: "run_commands", input: { commands: ["ls"] } } });
    const run = () => spawnSync(script, { input, encoding: "utf8", env: place.env });
    expect(run()).toMatchObject({ status: 0, stdout: "" });
    rmSync(join(place.data, "launch"));
    expect(JSON.parse(run().stdout)).toMatchObject({
      cancel: true,
      errorMessage: expect.stringContaining("missing or broken"),
    });
  });

  it("CF-21 uninstall gives the bytes back, also where entries of an older version stand", async () => {
    const place = new ProgramPlace();
    const settings = join(place.home, ".claude/settings.json");
    const mine = '{\n  "model": "x"\n}\n';
    place.write(settings, mine);
    await place.run(["install", "claude-code"]);
    writeFileSync(settings, readFileSync(settings, "utf8").replaceAll(/,\s*"onFailure": "block"/g, ""));
    expect(JSON.stringify(await place.json(["doctor"]))).toContain("AGENT_WIRING_OLD");
    await place.run(["install", "claude-code"]);
    expect(readFileSync(settings, "utf8")).toContain('"onFailure": "block"');
    await place.run(["uninstall"]);
    expect(readFileSync(settings, "utf8")).toBe(mine);
  });

  it("CF-21 an entry that somebody narrowed by a matcher is written anew", async () => {
    const place = new ProgramPlace();
    const settings = join(place.home, ".claude/settings.json");
    await place.run(["install", "claude-code"]);
    const written = readFileSync(settings, "utf8");
    writeFileSync(settings, written.replace(/"PreToolUse": \[\s*\{/, '"PreToolUse": [{ "matcher": "Read",'));
    await place.run(["install", "claude-code"]);
    expect(JSON.stringify(config(settings).hooks["PreToolUse"])).not.toContain("matcher");
  });
});
