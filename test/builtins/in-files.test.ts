import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { BUILTIN_LOADERS } from "../../src/builtins/_lazy.js";
import { BUILTINS } from "../../src/builtins/_registry.js";
import { bash, ProgramPlace } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const write = (file_path: string) => ({ tool_name: "Write", tool_input: { file_path, content: "" } });

describe("built-ins", () => {
  it("each has the name of its folder, an example that loads, and says what it is for", async () => {
    const place = new ProgramPlace();
    const hooks = Object.values(BUILTINS).map(({ example }) => example);
    place.writeUser("hooks.json", { hooks });
    expect(await place.run(["validate", "--strict"])).toMatchObject({
      code: 0,
      stderr: expect.not.stringMatching(/error/),
    });
    for (const [name, builtin] of Object.entries(BUILTINS)) {
      expect(builtin.name).toBe(name);
      expect(builtin.summary).toMatch(/^[A-Z].{20,115}\.$/);
      expect(builtin.example["builtin"]).toBe(name);
      expect((await BUILTIN_LOADERS[name]!()).default).toBe(builtin);
    }
  });

  it("are used by name in a file; wrong names, options and events are findings", async () => {
    const place = new ProgramPlace();
    const entry = (more: object) => ({ event: "PreToolUse", builtin: "env-isolation", ...more });
    place.writeUser("hooks.json", { hooks: [entry({ id: "mine", options: { also: ["NPM_TOKEN"] } })] });
    expect(await place.list()).toMatchObject([
      { id: "mine", level: "user", type: "function", matcher: "Bash|PowerShell", runs: "built-in env-isolation" },
    ]);
    for (const [wrong, says] of [
      [
        { builtin: "env-isolaton" },
        /BUILTIN_UNKNOWN.*Unknown built-in "env-isolaton"\. Did you mean "env-isolation"\?\n.*snaphook pack/,
      ],
      [
        { options: { also: "NPM_TOKEN" } },
        /HOOK_FIELD_INVALID at hooks\[0\]\.options: `also` must be a list of strings/,
      ],
      [{ event: "Stop" }, /HOOK_FIELD_INVALID.*runs on PreToolUse, not on Stop/],
      [{ command: "true" }, /HOOK_FIELD_INVALID at hooks\[0\]\.command: a built-in hook does not accept `command`/],
    ] as const) {
      place.writeUser("hooks.json", { hooks: [entry(wrong)] });
      expect(await place.run(["validate"])).toMatchObject({ code: 1, stderr: expect.stringMatching(says) });
    }
  });

  it("T7 one that this version does not know stays as a guard that cannot decide", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: [{ event: "PreToolUse", matcher: "Bash", builtin: "of-the-future" }] });
    const call = { tool_name: "Bash", tool_input: { command: "ls" } };
    expect(await place.fire("PreToolUse", call)).toMatchObject({
      decision: "deny",
      decidedBy: { hook: "of-the-future" },
    });
    expect(await place.fire("PreToolUse", { ...call, tool_name: "Read" })).toMatchObject({ decision: "none" });
  });

  it("SE-04 OU-07 env-isolation rewrites a command and leaves the permission to the agent", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: [{ event: "PreToolUse", builtin: "env-isolation" }] });
    const told = await place.hook("PreToolUse", { tool_name: "Bash", tool_input: { command: "printenv A" } });
    expect(told).toMatchObject({
      hookSpecificOutput: {
        updatedInput: { command: expect.stringMatching(/^unset ANTHROPIC_\w+ [\w ]+\nprintenv A$/) },
      },
    });
    expect(told).not.toHaveProperty("hookSpecificOutput.permissionDecision");
  });

  it("BI-O5 env-isolation comes first, wherever it stands in the file: guards judge what it made of the command", async () => {
    const place = new ProgramPlace();
    const guards = ["protect-commands", "protect-git"].map((builtin) => ({
      id: builtin,
      event: "PreToolUse",
      builtin,
    }));
    const isolation = { id: "isolation", event: "PreToolUse", builtin: "env-isolation" };
    place.writeUser("hooks.json", { hooks: [...guards, isolation] });
    const { hooks, input } = await place.fire("PreToolUse", bash("printenv ANTHROPIC_BASE_URL"));
    expect(hooks.map(({ id }) => id)).toEqual(["isolation", "protect-commands", "protect-git"]);
    const { command } = input as { command: string };
    const ran = spawnSync("/bin/sh", ["-c", command], {
      env: { PATH: process.env["PATH"], ANTHROPIC_BASE_URL: "http://127.0.0.1:9" },
      encoding: "utf8",
    });
    expect(ran).toMatchObject({ status: 1, stdout: "" });
  });

  it("T4 WISHES-19 self-protection stands without being named, and no project switches it off", async () => {
    const place = new ProgramPlace();
    const off = { enabled: false, mode: "observe", onFailure: "allow" };
    place.write(".snaphook/hooks.json", {
      hooks: [{ id: "self-protection", event: "PreToolUse", builtin: "self-protection", ...off }],
    });
    await place.trust();
    const [first, second] = await place.listAll();
    expect(first).toMatchObject({
      id: "self-protection",
      level: "builtin",
      guard: true,
      active: true,
      mode: "enforce",
    });
    expect(second).toMatchObject({ id: "self-protection@project", level: "project", active: false });
    expect(await place.fire("PreToolUse", write(".snaphook/hooks.json"))).toMatchObject({
      decision: "ask",
      decidedBy: { hook: "self-protection", source: "builtin" },
    });
    const disabled = await place.run(["disable", "self-protection"], { permitted: false });
    expect(disabled).toMatchObject({ code: 1, stderr: expect.stringContaining("HUMAN_ONLY_TERMINAL") });
    expect((await place.listAll())[0]).toMatchObject({ active: true });
  });

  it("T4 scripts that hooks name are protected once the hooks may run", async () => {
    const place = new ProgramPlace();
    place.write("tools/check.sh", "exit 0");
    place.write(".snaphook/hooks.json", { hooks: [{ event: "Stop", command: "sh tools/check.sh" }] });
    expect(await place.fire("PreToolUse", write("tools/check.sh"))).toMatchObject({ decision: "none" });
    await place.trust();
    expect(await place.fire("PreToolUse", write("tools/check.sh"))).toMatchObject({ decision: "ask" });
    expect(await place.fire("PreToolUse", write("tools/other.sh"))).toMatchObject({ decision: "none" });
  });

  it("T4 T7 an agent that cannot ask is denied", async () => {
    const place = new ProgramPlace();
    const input = { cwd: place.project, tool_name: "write_file", tool_input: { file_path: ".gemini/settings.json" } };
    const { stdout } = await place.run(["hook", "gemini", "BeforeTool"], { input });
    expect(JSON.parse(stdout)).toMatchObject({ decision: "deny", reason: expect.stringContaining("Gemini CLI") });
  });

  it("T4 the daemon runs it in its own process, and gives the same answer", async () => {
    const place = new DaemonPlace();
    await place.wire();
    await place.up();
    const call = { cwd: place.project, session_id: "s", ...write(`${place.data}/trust/x`) };
    // On a busy machine a call may be answered without the daemon.
    await expect
      .poll(async () => {
        const { stdout } = await place.launch("claude-code", "PreToolUse", call);
        expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "deny" } });
        return (await place.events()).find(({ way }) => way === "daemon");
      })
      .toMatchObject({ hooks: [{ id: "self-protection" }] });
  });
});
