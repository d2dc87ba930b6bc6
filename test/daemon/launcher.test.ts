import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { bash, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

let place: DaemonPlace;
beforeEach(() => {
  place = new DaemonPlace();
});

const call = (command: string, more: object = {}) => ({
  session_id: "s",
  cwd: place.project,
  ...bash(command),
  ...more,
});
const guard = (command: string, more: object = {}) => ({
  version: 1,
  hooks: { PreToolUse: [{ id: "g", guard: true, command, ...more }] },
});
const denied = (reason: string) => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: reason },
});
const events = async () => ((await place.control("GET", "/v1/status"))?.body as { events: number } | undefined)?.events;

describe("a launcher with a daemon", () => {
  it("gives the agent the same answer, and the daemon has made it", async () => {
    place.writeUser("hooks.json", guard(says("deny", "the harbour is closed")));
    await place.wire();
    const without = await place.launch("claude-code", "PreToolUse", call("ls"));
    await place.up();
    const within = await place.launch("claude-code", "PreToolUse", call("ls"));
    expect(within).toEqual(without);
    expect(JSON.parse(within.stdout)).toEqual(denied("the harbour is closed"));
    await expect.poll(events).toBe(1);
  });

  it("runs functions of a code config in a thread, and one that never returns costs its time limit only", async () => {
    place.writeUser(
      "snaphook.config.ts",
      `import { defineConfig, defineHook, deny } from "snaphook";
       export default defineConfig({ hooks: [
         defineHook({ id: "spin", event: "PreToolUse", matcher: "Bash(spin)", guard: true, timeoutMs: 300, run: () => { for (;;); } }),
         defineHook({ id: "no", event: "PreToolUse", matcher: "Bash(ls)", guard: true, run: () => deny("from the thread") }),
       ] });`,
    );
    await place.run(["list"]);
    await place.wire();
    await place.up();
    expect((await place.launch("claude-code", "PreToolUse", call("ls"))).stdout).toContain("from the thread");
    const spun = await place.launch("claude-code", "PreToolUse", call("spin"));
    expect(spun.stdout).toContain("could not decide");
    expect((await place.launch("claude-code", "PreToolUse", call("ls"))).stdout).toContain("from the thread");
  });

  it("hooks see the same variables, whoever runs them", async () => {
    place.writeUser("hooks.json", guard("env | sort > seen; true"));
    await place.wire();
    const env = {
      SNAPHOOK_MINE: "1",
      SNAPHOOK_API_KEY: "secret",
      OTHER: "x",
      LANG: "C.UTF-8",
      CLAUDE_PROJECT_DIR: place.project,
    };
    const seen = async () => {
      await place.launch("claude-code", "PreToolUse", call("ls"), { env });
      const lines = place.read("seen").split("\n");
      return lines.filter((line) => !/^(_|SHLVL|PWD|OLDPWD|SNAPHOOK_(DEPTH|PAYLOAD\w*))=/.test(line));
    };
    const without = await seen();
    await place.up();
    expect(await seen()).toEqual(without);
    expect(without).toContain("SNAPHOOK_MINE=1");
    expect(without.join("\n")).not.toMatch(/secret|OTHER/);
  });

  it("answers by itself when a hook wants variables that are not sent", async () => {
    place.writeUser("hooks.json", guard(`[ "$OTHER" = x ] && ${says("deny", "seen")}; true`, { passEnv: ["OTHER"] }));
    await place.wire();
    await place.up();
    const { stdout } = await place.launch("claude-code", "PreToolUse", call("ls"), { env: { OTHER: "x" } });
    expect(JSON.parse(stdout)).toEqual(denied("seen"));
    expect(await events()).toBe(0);
  });

  it("IN-15 payloads of any size and any bytes, and a pipe that is kept open", async () => {
    place.writeUser("hooks.json", guard(says("deny", "the harbour is closed")));
    await place.wire();
    await place.up();
    const told = async (input: string | Buffer, keepOpen = false) =>
      (await place.launch("claude-code", "PreToolUse", input, { keepOpen })).stdout;
    const whole = JSON.stringify(call("ls"));
    for (const size of [10, 9_000, 300_000, 5_000_000])
      expect(await told(JSON.stringify(call("ls", { padding: "x".repeat(size) }))), String(size)).toContain("harbour");
    const foreign = Buffer.concat([Buffer.from(`${whole.slice(0, -1)},"a":"`), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(await told(foreign)).toContain("harbour");
    expect(await told(whole, true)).toContain("harbour");
    for (const bad of [whole.slice(0, 40), `\u0000${whole}`, ""])
      expect(await told(bad), bad).toContain("could not decide");
    expect(await events()).toBe(9);
  });

  it("never twice: when the daemon dies with a call in hand, the prepared answer stands", async () => {
    place.writeUser("hooks.json", guard(`echo ran >> runs; sleep 5; ${says("deny", "late")}`));
    await place.wire();
    await place.up();
    const answer = place.launch("claude-code", "PreToolUse", call("ls"));
    await expect.poll(() => place.read("runs")).toBe("ran\n");
    place.daemon!.kill("SIGKILL");
    const { stdout, stderr, code } = await answer;
    expect(code).toBe(0);
    expect(stdout).toContain('"permissionDecision":"deny"');
    expect(stderr).toContain("the daemon ended");
    expect(place.read("runs")).toBe("ran\n");
  });

  it("a dead daemon, a wrong token and another version leave no gap: the launcher answers by itself", async () => {
    place.writeUser("hooks.json", guard(says("deny", "the harbour is closed")));
    await place.wire();
    await place.up();
    const [port] = place.address.split(" ");
    const told = async () => JSON.parse((await place.launch("claude-code", "PreToolUse", call("ls"))).stdout);
    const address = join(place.folder, "address");
    writeFileSync(address, `${port} ${"0".repeat(64)}\n`);
    expect(await told()).toEqual(denied("the harbour is closed"));
    expect(await events()).toBe(0);
    place.daemon!.kill("SIGKILL");
    await wait(100);
    expect(await told()).toEqual(denied("the harbour is closed"));
    writeFileSync(address, "nonsense");
    expect(await told()).toEqual(denied("the harbour is closed"));
  });

  it("a hook is ended when the agent gives up on its launcher", async () => {
    place.writeUser("hooks.json", guard("echo $$ > pid; sleep 30"));
    await place.wire();
    await place.up();
    const { spawn } = await import("node:child_process");
    const child = spawn(join(place.data, "launch"), ["claude-code", "PreToolUse"], {
      cwd: place.project,
      env: place.env,
    });
    child.stdin.end(JSON.stringify(call("ls")));
    await expect.poll(() => place.read("pid")).not.toBe("");
    child.kill("SIGKILL");
    const pid = Number(place.read("pid"));
    await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 5_000 }).toBe(false);
  });

  it("SNAPHOOK_DAEMON=off is obeyed", async () => {
    place.writeUser("hooks.json", guard(says("deny", "no")));
    await place.wire();
    await place.up();
    await place.launch("claude-code", "PreToolUse", call("ls"), { env: { SNAPHOOK_DAEMON: "off" } });
    expect(await events()).toBe(0);
  });

  it("variables cannot lead it to other hooks or keep it from running", async () => {
    place.writeUser("hooks.json", guard(says("deny", "the harbour is closed")));
    await place.wire();
    const evil = place.write("evil.sh", "exit 0\n");
    const tricks: Record<string, string>[] = [
      { NODE_OPTIONS: "--nope" },
      { XDG_CONFIG_HOME: "/nonexistent" },
      { HOME: "/nonexistent" },
      { BASH_ENV: evil },
    ];
    for (const env of tricks) {
      const { stdout } = await place.launch("claude-code", "PreToolUse", call("ls"), { env });
      expect(JSON.parse(stdout), JSON.stringify(env)).toEqual(denied("the harbour is closed"));
    }
    expect(readFileSync(evil, "utf8")).toBe("exit 0\n");
  });

  it("without our program, an agent that reads another's file is still answered in its own words", async () => {
    await place.wire();
    rmSync(join(place.data, "versions"), { recursive: true });
    const payload = { cursor_version: "2.4.0", tool_name: "Shell", tool_input: { command: "ls" } };
    expect(JSON.parse((await place.launch("claude-code", "PreToolUse", payload)).stdout)).toMatchObject({
      permission: "deny",
    });
    expect((await place.launch("claude-code", "PreToolUse", call("ls"))).stdout).toContain(
      '"permissionDecision":"deny"',
    );
  });

  it("a program of ours that is broken is answered for like one that is gone", async () => {
    await place.wire();
    const [program = ""] = /program='([^']+)'/.exec(readFileSync(join(place.data, "launch"), "utf8"))?.slice(1) ?? [];
    writeFileSync(program, "process.exit(1)");
    const { stdout, stderr } = await place.launch("codex", "PreToolUse", call("ls"));
    expect(stdout).toContain("gone or broken");
    expect(stderr).toContain("snaphook install");
  });
});
