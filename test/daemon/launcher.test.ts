import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
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
const taken = async () => (await place.status()).events;

describe("a launcher with a daemon", () => {
  it("OU-18 DA-04 gives the agent the same answer as without, and the daemon has made it", async () => {
    place.writeUser("hooks.json", guard(says("deny", "the harbour is closed")));
    await place.wire();
    const without = await place.launch("claude-code", "PreToolUse", call("ls"));
    await place.up();
    const within = await place.launch("claude-code", "PreToolUse", call("ls"));
    expect(within).toEqual(without);
    expect(JSON.parse(within.stdout)).toEqual(denied("the harbour is closed"));
    await expect.poll(taken).toBe(1);
  });

  it("OU-21 DA-04 prints each agent's neutral answer, with a daemon and without", async () => {
    await place.wire();
    const neutral = async () => ({
      cursor: (
        await place.launch("cursor", "preToolUse", {
          conversation_id: "c",
          tool_name: "Shell",
          tool_input: { command: "ls" },
        })
      ).stdout,
      copilot: (
        await place.launch("copilot", "preToolUse", { sessionId: "c", toolName: "bash", toolArgs: { command: "ls" } })
      ).stdout,
      codex: (await place.launch("codex", "PreToolUse", call("ls"))).stdout,
    });
    const without = await neutral();
    expect(without).toEqual({ cursor: "{}", copilot: "{}", codex: "" });
    await place.up();
    expect(await neutral()).toEqual(without);
    await expect.poll(taken).toBe(3);
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
    const [spun, other] = await Promise.all([
      place.launch("claude-code", "PreToolUse", call("spin")),
      place.launch("codex", "PreToolUse", { session_id: "t", cwd: place.project, ...bash("echo") }),
    ]);
    expect(spun.stdout).toContain("could not decide");
    expect(other.stdout).toBe("");
    expect((await place.launch("claude-code", "PreToolUse", call("ls"))).stdout).toContain("from the thread");
  });

  it("hooks see the same variables and the same folder, whoever runs them", async () => {
    place.writeUser("hooks.json", guard("env | sort > seen; pwd >> seen; true"));
    place.writeUser(
      "snaphook.config.ts",
      `import { defineConfig, defineHook } from "snaphook";
       import { writeFileSync } from "node:fs";
       export default defineConfig({ hooks: [defineHook({ id: "f", event: "PreToolUse", run: ({ cwd }) => {
         writeFileSync(cwd + "/seen-by-function", JSON.stringify(process.env, Object.keys(process.env).sort()));
       } })] });`,
    );
    await place.run(["list"]);
    await place.wire();
    const env = {
      SNAPHOOK_MINE: "1",
      SNAPHOOK_API_KEY: "secret",
      OTHER: "x",
      LANG: "C.UTF-8",
      CLAUDE_PROJECT_DIR: place.project,
    };
    const seen = async () => {
      const { stdout } = await place.launch("claude-code", "PreToolUse", call("ls"), { env });
      expect(stdout).not.toContain("could not decide");
      const lines = place.read("seen").split("\n");
      const own = /^(_|SHLVL|OLDPWD|SNAPHOOK_PAYLOAD\w*)=/;
      return { command: lines.filter((line) => !own.test(line)), fn: JSON.parse(place.read("seen-by-function")) };
    };
    const without = await seen();
    await place.up();
    expect(await seen()).toEqual(without);
    await expect.poll(taken).toBe(1);
    expect(without.command).toContain("SNAPHOOK_MINE=1");
    expect(without.fn).toMatchObject({ SNAPHOOK_MINE: "1", HOME: place.home });
    expect(JSON.stringify(without)).not.toMatch(/secret|OTHER/);
  });

  it("sends what a hook asks for by name, and nothing else", async () => {
    place.writeUser(
      "hooks.json",
      guard(`env > seen; [ "$OTHER" = x ] && ${says("deny", "seen")}`, { passEnv: ["OTHER", "PERL_UNICODE"] }),
    );
    await place.wire();
    await place.up();
    const env = { OTHER: "x", UNASKED: "y", PERL_UNICODE: "SDA", PERLIO: ":utf8" };
    const { stdout } = await place.launch("claude-code", "PreToolUse", call("ls"), { env });
    expect(JSON.parse(stdout)).toEqual(denied("seen"));
    expect(place.read("seen")).toMatch(/^PERL_UNICODE=SDA$/m);
    expect(place.read("seen")).not.toMatch(/UNASKED|PERLIO|HELD/);
    await expect.poll(taken).toBe(1);
  });

  it("IN-15 payloads of any size and any bytes, and a pipe that is kept open", async () => {
    place.writeUser("hooks.json", guard(says("deny", "the harbour is closed")));
    await place.wire();
    const whole = JSON.stringify(call("ls"));
    const foreign = Buffer.concat([Buffer.from(`${whole.slice(0, -1)},"a":"`), Buffer.from([0xff]), Buffer.from('"}')]);
    const told = async () => {
      const said: string[] = [];
      const take = async (input: string | Buffer, keepOpen = false) =>
        said.push((await place.launch("claude-code", "PreToolUse", input, { keepOpen })).stdout);
      for (const size of [10, 9_000, 70_000, 300_000, 9_000_000, 11_000_000])
        await take(JSON.stringify(call("ls", { padding: "x".repeat(size) })));
      await take(foreign);
      await take(whole, true);
      for (const bad of [whole.slice(0, 40), `\u0000${whole}`, `${whole.slice(0, 30)}\u0000${whole.slice(30)}`, ""])
        await take(bad);
      await take(whole.slice(0, 40), true);
      return said;
    };
    const without = await told();
    expect(without.map((text) => /harbour|could not decide/.exec(text)?.[0])).toEqual([
      ...Array(5).fill("harbour"),
      "could not decide",
      "harbour",
      "harbour",
      ...Array(5).fill("could not decide"),
    ]);
    await place.up();
    expect(await told()).toEqual(without);
    await expect.poll(taken).toBe(13);
  });

  it("never twice: when the daemon dies with a call in hand, the prepared answer stands", async () => {
    place.writeUser("hooks.json", guard(`echo ran >> runs; sleep 60; ${says("deny", "late")}`));
    await place.wire();
    await place.up();
    const answer = place.launch("claude-code", "PreToolUse", call("ls"));
    await expect.poll(() => place.read("runs")).toBe("ran\n");
    await place.kill();
    const { stdout, stderr, code } = await answer;
    expect(code).toBe(0);
    expect(stdout).toContain('"permissionDecision":"deny"');
    expect(stderr).toContain("the daemon ended");
    expect(place.read("runs")).toBe("ran\n");
  });

  it("no gap: a daemon that is dead, hung or speaks another protocol is answered for", async () => {
    place.writeUser("hooks.json", guard(`echo ran >> runs; ${says("deny", "the harbour is closed")}`));
    await place.wire();
    await place.up();
    const told = async () => JSON.parse((await place.launch("claude-code", "PreToolUse", call("ls"))).stdout);
    place.daemon!.kill("SIGSTOP");
    expect(await told()).toEqual(denied("the harbour is closed"));
    place.daemon!.kill("SIGCONT");
    // What lay in its mailbox meanwhile is nobody's call any more.
    await expect.poll(taken).toBe(0);
    expect(place.read("runs")).toBe("ran\n");
    const client = join(place.data, "launch.pl");
    writeFileSync(client, place.read(client).replace("snaphook 1 ", "snaphook 99 "));
    expect(await told()).toEqual(denied("the harbour is closed"));
    expect(await taken()).toBe(0);
    await place.kill();
    expect(await told()).toEqual(denied("the harbour is closed"));
  });

  it("a newer launcher is answered for, and the daemon makes room", async () => {
    place.writeUser("hooks.json", guard(says("deny", "the harbour is closed")));
    await place.wire();
    await place.up();
    const ended = new Promise((done) => place.daemon!.once("exit", done));
    const client = join(place.data, "launch.pl");
    writeFileSync(client, place.read(client).replace(/snaphook 1 [\d.]+/, "snaphook 1 99.0.0"));
    const { stdout } = await place.launch("claude-code", "PreToolUse", call("ls"));
    expect(JSON.parse(stdout)).toEqual(denied("the harbour is closed"));
    await ended;
  });

  it("a hook is ended when the agent gives up on its launcher", async () => {
    place.writeUser("hooks.json", guard("echo $$ > pid; sleep 30"));
    await place.wire();
    await place.up();
    const child = place.start("claude-code", "PreToolUse");
    child.stdin!.end(JSON.stringify(call("ls")));
    await expect.poll(() => place.read("pid")).not.toBe("");
    child.kill("SIGKILL");
    const pid = Number(place.read("pid"));
    await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
  });

  it("SNAPHOOK_DAEMON=off is obeyed", async () => {
    place.writeUser("hooks.json", guard(says("deny", "no")));
    await place.wire();
    await place.up();
    const { stdout } = await place.launch("claude-code", "PreToolUse", call("ls"), { env: { SNAPHOOK_DAEMON: "off" } });
    expect(JSON.parse(stdout)).toEqual(denied("no"));
    expect(await taken()).toBe(0);
  });

  it("without Perl the program itself asks the daemon", async () => {
    place.writeUser("hooks.json", guard(`${says("deny", "the harbour is closed")}; true`, { passEnv: ["OTHER"] }));
    await place.wire();
    await place.up();
    const launcher = join(place.data, "launch");
    writeFileSync(launcher, place.read(launcher).replaceAll("/perl", "/no-perl"));
    const { stdout } = await place.launch("claude-code", "PreToolUse", call("ls"), { env: { OTHER: "x" } });
    expect(JSON.parse(stdout)).toEqual(denied("the harbour is closed"));
    await expect.poll(taken).toBe(1);
    await place.kill();
    expect((await place.launch("claude-code", "PreToolUse", call("ls"))).stdout).toContain("the harbour is closed");
  });

  it("variables that a project may set cannot lead it astray", async () => {
    place.writeUser("hooks.json", guard(says("deny", "the harbour is closed")));
    await place.wire();
    await place.up();
    const evil = place.write("Evil.pm", "package Evil; exit 0; 1;\n");
    const tricks: Record<string, string>[] = [
      { PERL5OPT: "-MEvil", PERL5LIB: place.project },
      { NODE_OPTIONS: "--nope" },
      { XDG_CONFIG_HOME: "/nonexistent", XDG_STATE_HOME: "/nonexistent", HOME: "/nonexistent" },
      { ENV: evil, BASH_ENV: evil },
      { LC_ALL: "xx_XX.UTF-8", LANG: "nonsense" },
    ];
    for (const env of tricks) {
      const { stdout, stderr } = await place.launch("claude-code", "PreToolUse", call("ls"), { env });
      expect(JSON.parse(stdout), JSON.stringify(env)).toEqual(denied("the harbour is closed"));
      expect(stderr, JSON.stringify(env)).toBe("");
    }
    await expect.poll(taken).toBe(tricks.length);
  });
});
