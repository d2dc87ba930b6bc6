import { spawn } from "node:child_process";
import { chmodSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { isAlive } from "../../src/runtime/platform/process-alive.js";
import { bash, ProgramPlace, says } from "../support/program.js";

let place: ProgramPlace;
beforeEach(async () => {
  place = new ProgramPlace();
  await place.run(["install", "claude-code", "codex"]);
});

const call = (command: string) => ({ session_id: "s", cwd: place.project, ...bash(command) });
const guard = (command: string) => ({ version: 1, hooks: { PreToolUse: [{ id: "g", guard: true, command }] } });
const launcher = () => join(place.data, "launch");

function launch(agent: string, payload: object, env: Record<string, string> = {}, keepOpen = false) {
  const child = spawn(launcher(), [agent, "PreToolUse"], { cwd: place.project, env: { ...place.env, ...env } });
  const texts = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name].setEncoding("utf8").on("data", (text: string) => {
      texts[name] += text;
    });
  child.stdin.on("error", () => {}); // it may answer before it has read everything
  if (keepOpen) child.stdin.write(JSON.stringify(payload));
  else child.stdin.end(JSON.stringify(payload));
  const done = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve, fail) => {
    child.on("error", fail);
    child.on("close", (code) => resolve({ code, ...texts }));
  });
  return { child, done };
}

describe("the launcher", () => {
  it("cannot be led to other hooks, or kept from running, by variables that a project may set", async () => {
    place.writeUser("hooks.json", guard(says("deny", "the harbour is closed")));
    const tricks: Record<string, string>[] = [
      { NODE_OPTIONS: "--nope" },
      { XDG_CONFIG_HOME: "/nonexistent" },
      { HOME: "/nonexistent" },
      { ENV: place.write("evil.sh", "exit 0\n"), BASH_ENV: place.path("evil.sh") },
    ];
    for (const env of tricks) {
      const { stdout } = await launch("claude-code", call("ls"), env).done;
      expect(stdout, JSON.stringify(env)).toContain("the harbour is closed");
    }
  });

  it("IN-15 answers an agent that keeps its pipe open", async () => {
    place.writeUser("hooks.json", guard(says("deny", "the harbour is closed")));
    expect((await launch("claude-code", call("ls"), {}, true).done).stdout).toContain("the harbour is closed");
  });

  it("answers for a program of ours that is broken, as for one that is gone", async () => {
    const program = /program='([^']+)'/.exec(readFileSync(launcher(), "utf8"))![1]!;
    writeFileSync(program, "process.exit(1)");
    const { stdout, stderr } = await launch("codex", call("ls")).done;
    expect(stdout).toContain("missing or broken");
    expect(stderr).toContain("snaphook install");
  });

  it("without our program, an agent that reads another's file is still answered in its own words", async () => {
    rmSync(join(place.data, "versions"), { recursive: true });
    const cursor = { cursor_version: "2.4.0", tool_name: "Shell", tool_input: { command: "ls" } };
    for (const keepOpen of [false, true]) {
      const { stdout } = await launch("claude-code", cursor, {}, keepOpen).done;
      expect(JSON.parse(stdout)).toMatchObject({ permission: "deny" });
    }
    expect((await launch("claude-code", call("ls")).done).stdout).toContain('"permissionDecision":"deny"');
  });

  it("a marker of another agent within a tool's input does not change the format of the answer [outermost object]", async () => {
    rmSync(join(place.data, "versions"), { recursive: true });
    const inputs: object[] = [
      { cursor_version: "1" },
      { a: { cursor_version: "1" }, b: "}" },
      { command: '{"cursor_version":"1"}' },
      { list: [{ cursor_version: "1" }], text: '\\"{' },
    ];
    for (const tool_input of inputs) {
      const { stdout } = await launch("claude-code", { session_id: "s", tool_name: "mcp__x__y", tool_input }).done;
      expect(JSON.parse(stdout), JSON.stringify(tool_input)).toHaveProperty("hookSpecificOutput");
    }
    const cursor = { tool_input: { cursor_version: { a: "{" } }, cursor_version: "2.4.0", tool_name: "Shell" };
    expect(JSON.parse((await launch("claude-code", cursor).done).stdout)).toMatchObject({ permission: "deny" });
  });

  it("T7b prints one answer if the program is killed after its own, and a denial if it said nothing [proof]", async () => {
    place.writeUser("hooks.json", guard(says("deny", "the harbour is closed")));
    const text = readFileSync(launcher(), "utf8");
    const withNode = (lines: string) => {
      const fake = place.write("fake-node", `#!/bin/sh\n${lines}\n`);
      chmodSync(fake, 0o700);
      writeFileSync(launcher(), text.replace(`'${process.execPath}'`, `'${fake}'`));
    };
    withNode(`"${process.execPath}" "$@"; kill -9 $$`);
    expect(JSON.stringify(JSON.parse((await launch("codex", call("ls")).done).stdout))).toContain("harbour");
    for (const end of ["exit 0", "exit 2", "exit 143", "kill -9 $$", "echo '{}' >&5"]) {
      withNode(end);
      expect(JSON.parse((await launch("codex", call("ls")).done).stdout), end).toMatchObject({
        hookSpecificOutput: { permissionDecision: "deny" },
      });
    }
  });

  it("T11 variables that Node does not start with still reach hooks that are granted them", async () => {
    const env = { NODE_OPTIONS: "--nope", NODE_V8_COVERAGE: "/dev/null/x", OPENSSL_CONF: "a 'b' $c" };
    const seen = `printf '%s|' "$NODE_OPTIONS" "$NODE_V8_COVERAGE" "$OPENSSL_CONF" > seen; env | grep HELD >> seen`;
    for (const more of [{ inheritEnv: true }, { passEnv: Object.keys(env) }]) {
      place.writeUser("hooks.json", {
        version: 1,
        hooks: { PreToolUse: [{ id: "g", command: `${seen}; ${says("deny", "seen")}`, ...more }] },
      });
      expect((await launch("claude-code", call("ls"), env).done).stdout).toContain("seen");
      expect(place.read("seen")).toBe("--nope|/dev/null/x|a 'b' $c|");
    }
  });

  it("plain doctor finds a copy that is damaged [whole copy]", async () => {
    const program = /program='([^']+)'/.exec(readFileSync(launcher(), "utf8"))![1]!;
    expect((await place.run(["doctor"])).stdout).not.toContain("LAUNCHER_BROKEN");
    truncateSync(program);
    expect((await place.run(["doctor"])).stdout).toContain("is damaged");
  });

  it("told to end, it ends the program and its hooks", async () => {
    place.writeUser("hooks.json", guard("echo $$ > pid; sleep 600"));
    const { child, done } = launch("claude-code", call("ls"));
    await expect.poll(() => place.read("pid")).toMatch(/\n$/);
    child.kill("SIGTERM");
    await done;
    await expect.poll(() => isAlive(Number(place.read("pid")))).toBe(false);
  });
});
