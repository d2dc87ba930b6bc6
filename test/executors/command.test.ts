import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AdmittedHook } from "../../src/core/hooks/admission.js";
import type { HookResult } from "../../src/core/ports.js";
import { commandExecutor, shellCommand } from "../../src/executors/command.js";
import { PROFILES } from "../../src/sources/dialects/_profiles.js";
import { admitted } from "../support/hook-specs.js";
import { command, fireReal, tempFolder } from "../support/real-engine.js";

const EVENT = {
  name: "PreToolUse",
  payload: { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } },
};

async function execute(hook: AdmittedHook): Promise<HookResult> {
  const executor = commandExecutor(PROFILES, process.env);
  const context = {
    hookId: hook.id,
    presence: "headless" as const,
    signal: new AbortController().signal,
    progress: () => {},
    askUser: async () => ({ outcome: "none" as const }),
  };
  return executor.read(await executor.run(hook, EVENT, context), hook, EVENT);
}

describe("a command", () => {
  it("HT-01 reads the event on stdin and answers on stdout", async () => {
    const script = `node -e 'const p = JSON.parse(require("fs").readFileSync(0)); console.log(JSON.stringify({decision: "deny", reason: p.hook_event_name + " " + p.tool_input.command}))'`;
    expect(await fireReal([command(script)])).toMatchObject({ verdict: "deny", reason: "PreToolUse ls" });
  });

  it("HT-01 plain text on stdout is context where the event takes it", async () => {
    expect(
      (await fireReal([command("echo 'Branch: main'", { event: "SessionStart" })], "SessionStart", {})).context,
    ).toBe("Branch: main");
  });

  it("EX-06 node runs a script that is not executable", async () => {
    const script = join(tempFolder(), "hook.mjs");
    writeFileSync(script, `console.log(JSON.stringify({ decision: "deny", reason: "ran" }));`);
    chmodSync(script, 0o644);
    expect(await fireReal([command(`node '${script}'`)])).toMatchObject({ verdict: "deny", reason: "ran" });
  });

  it("EX-03 runs in the folder of the event, by sh -c", async () => {
    const folder = tempFolder();
    const hook = command(`printf '{"decision":"deny","reason":"%s"}' "$(pwd) $0"`);
    const decision = await fireReal([hook], "PreToolUse", { tool_name: "Bash", tool_input: {}, cwd: folder });
    expect(decision.reason).toMatch(new RegExp(`^${folder} .*sh$`));
  });

  it("EX-03 takes the platform's shell, from one helper", () => {
    const run = { type: "command", command: "check --fast" } as const;
    expect(shellCommand(run, "linux")).toEqual({ file: "/bin/sh", args: ["-c", "check --fast"] });
    expect(shellCommand({ ...run, shell: "bash" }, "darwin")).toEqual({ file: "bash", args: ["-c", "check --fast"] });
    expect(shellCommand(run, "win32")).toEqual({
      file: "cmd.exe",
      args: ["/d", "/s", "/c", '"check --fast"'],
      verbatim: true,
    });
    expect(shellCommand({ ...run, args: ['a "b" %PATH%'] }, "win32").args.at(-1)).toBe(
      '"check --fast "a ""b"" %%PATH%%""',
    );
    expect(shellCommand({ ...run, shell: "pwsh", args: ["x"] }, "win32")).toEqual({
      file: "pwsh",
      args: ["-NoProfile", "-NonInteractive", "-Command", "check --fast", "x"],
    });
    expect(shellCommand({ ...run, exec: true, args: ["x y"] }, "win32")).toEqual({
      file: "check --fast",
      args: ["x y"],
    });
  });

  it("arguments arrive as they are, with a shell and without one", async () => {
    const args = ["two words", "it's", '"$HOME"', "`id`; $(id)", "", "-n"];
    const print =
      "process.stdin.resume(); console.log(JSON.stringify({decision: 'deny', reason: JSON.stringify(process.argv.slice(1))}))";
    const shell = admitted({ timeoutMs: 20_000, run: { type: "command", command: `node -e "${print}" --`, args } });
    const exec = admitted({
      timeoutMs: 20_000,
      run: { type: "command", command: "node", exec: true, args: ["-e", print, "--", ...args] },
    });
    for (const hook of [shell, exec]) expect(JSON.parse((await fireReal([hook])).reason!)).toEqual(args);
  });

  it("EX-21 the end of stderr is kept, 2000 characters of it", async () => {
    const script = `node -e 'process.stderr.write("x".repeat(1_000_000) + "the end"); process.exitCode = 1'`;
    const { ok, process: trace } = await execute(command(script));
    expect(ok).toBe(false);
    expect(trace).toMatchObject({ exitCode: 1, signal: null, stdout: "" });
    expect(trace!.stderr).toHaveLength(2000);
    expect(trace!.stderr).toMatch(/^x+the end$/);
  });

  it("EX-21 what went to stderr is in the record of a failure, its last line", async () => {
    const decision = await fireReal([command("echo first >&2; echo 'no config found' >&2; exit 4")]);
    expect(decision.hooks[0]).toMatchObject({ cause: "exit", detail: "it exited with code 4 (no config found)" });
  });

  it("a deny counts although a lookalike of a missing script is part of its text", async () => {
    const script = `echo "python3: can't open file 'x': No such file" >&2; echo 'and not allowed' >&2; exit 2`;
    expect(await fireReal([command(script)])).toMatchObject({ verdict: "deny" });
  });

  it("a folder of the event that does not exist, or is no text, does not keep a hook from running", async () => {
    for (const cwd of ["/no/such/folder", 7, { a: 1 }, ""]) {
      const decision = await fireReal([command(`echo '{"decision":"deny","reason":"ran"}'`)], "PreToolUse", {
        tool_name: "Bash",
        session_id: 9,
        cwd,
      });
      expect(decision.reason).toBe("ran");
    }
  });

  it("a dialect nobody knows is a failure of the hook", async () => {
    expect((await fireReal([command("true", { dialect: "klingon", guard: true })])).hooks).toMatchObject([
      { cause: "broken" },
    ]);
  });
});
