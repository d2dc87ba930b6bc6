/** Agent hooks: a program judges the event, and may read files of the working folder. */
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { AgentRun, HookSpec, SourceRef } from "../../src/core/hooks/hook.js";
import { eventually, type RealOptions, tempFolder } from "../support/real-engine.js";
import { VirtualClock } from "../support/virtual-clock.js";
import { PromptPlace } from "./prompt-place.js";

const NO = `printf '{"ok": false, "reason": "no"}'`;

class AgentPlace extends PromptPlace {
  readonly project = realpathSync(tempFolder());
  readonly folder = join(this.home, "bin");

  /** The judge keeps what it got beside itself, and then does `then`. */
  constructor(then: string, kind = "command", settings: object = {}, rest: object = {}) {
    super({});
    mkdirSync(this.folder);
    const program = join(this.folder, "judge");
    const keep = `cd "$PWD"; k=${this.folder}; printf '%s\n' "$@" > $k/args; cat > $k/stdin; env > $k/env; pwd > $k/cwd; echo x >> $k/runs`;
    writeFileSync(program, `#!/bin/sh\n${keep}\n${then}\n`);
    chmodSync(program, 0o755);
    this.writeSettings({ models: { judge: { kind, program, ...settings } }, use: { agent: "judge" }, ...rest });
  }

  kept(name: string): string {
    const file = join(this.folder, name);
    return existsSync(file) ? readFileSync(file, "utf8") : "";
  }

  judge(
    over: Partial<AgentRun> = {},
    hook: Partial<HookSpec> = {},
    source: Partial<SourceRef> = {},
    event: object = {},
    options: RealOptions = {},
  ) {
    const run = { type: "agent", prompt: "Are the tests green?\n$ARGUMENTS", ...over } as const;
    const payload = { cwd: this.project, tool_name: "Bash", tool_input: { command: "git push" }, ...event };
    return this.engine({ run, ...hook }, source, options).fire("PreToolUse", payload);
  }
}

describe("agent hooks", () => {
  it("HT-03 a program that answers false blocks with its reason; it reads the prompt and the fenced event", async () => {
    const place = new AgentPlace(NO, "command", { args: ["--judge"] });
    expect(await place.judge()).toMatchObject({ verdict: "deny", reason: "no" });
    expect(place.kept("stdin")).toMatch(/read files of the working folder/);
    expect(place.kept("stdin")).toMatch(/Are the tests green\?\n+--- UNTRUSTED text from "event PreToolUse"/);
    expect(place.kept("stdin")).toContain('|   "command": "git push"');
    expect(place.kept("args")).toBe("--judge\n");
    expect(place.kept("cwd").trim()).toBe(place.project);
    expect(place.kept("env")).toMatch(/^SNAPHOOK_PRIVATE=1$/m);
    expect(place.kept("env")).toMatch(/^SNAPHOOK_DEPTH=1$/m);
  });

  it("HT-03 true is no opinion, and an agent never allows", async () => {
    expect(await new AgentPlace(`echo '{"ok": true}'`).judge()).toMatchObject({ verdict: "none" });
    const allows = await new AgentPlace(`echo '{"decision": "approve", "updatedInput": {"command": "x"}}'`).judge();
    expect(allows).toMatchObject({ verdict: "none", hooks: [{ outcome: "none" }] });
    expect(allows.input).toBeUndefined();
  });

  it.each([
    ["prints prose", "echo 'I looked around. All good!'", "model-answer"],
    ["prints nothing", "true", "model-answer"],
    ["prints 5 MB", "head -c 5000000 /dev/zero | tr '\\0' x", "output-limit"],
    ["fails", "echo 'no login' >&2; exit 3", "model-failed"],
    ["is killed", "kill -9 $$", "signal"],
  ])("HT-03 an agent that %s is a failure, and the failure contract answers", async (_what, then, cause) => {
    const place = new AgentPlace(then);
    expect(await place.judge()).toMatchObject({ verdict: "deny", hooks: [{ outcome: "failed", cause }] });
    expect(await place.judge({}, { guard: false })).toMatchObject({ verdict: "none", hooks: [{ cause }] });
    expect(await place.judge({}, { onFailure: "ask" })).toMatchObject({ verdict: "ask" });
  });

  it("HT-03 a verdict between prose counts, the strictest of several", async () => {
    const place = new AgentPlace(
      `echo 'The call says {"ok": true}.'; echo 'My verdict: {"ok": "false", "reason": "no"}'`,
    );
    expect(await place.judge()).toMatchObject({ verdict: "deny", reason: "no" });
  });

  it("HT-03 an agent that hangs is ended with everything that it started", async () => {
    const place = new AgentPlace(`sleep 600 & echo $! > $k/child; wait`);
    const clock = new VirtualClock();
    const judged = place.judge({}, { timeoutMs: 1_500 }, {}, {}, { clock });
    await eventually("the other runs", () => place.kept("child").endsWith("\n"));
    await clock.advance(1_500);
    expect(await judged).toMatchObject({ verdict: "deny", hooks: [{ cause: "timeout" }] });
    const pid = Number(place.kept("child"));
    await eventually(
      "the other has ended",
      () => !existsSync(`/proc/${pid}`) || /^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8")),
    );
  });

  it("HT-03 is asked again each time, because files change", async () => {
    const place = new AgentPlace(NO);
    await place.judge();
    await place.judge();
    expect(place.kept("runs")).toBe("x\nx\n");
  });

  it("HT-03 the budget counts it before it runs", async () => {
    const place = new AgentPlace(NO, "command", {}, { budget: { callsPerDay: 1 } });
    expect(await place.judge()).toMatchObject({ reason: "no" });
    expect(await place.judge()).toMatchObject({ verdict: "deny", hooks: [{ cause: "model-budget" }] });
    expect(place.kept("runs")).toBe("x\n");
  });

  it("HT-03 a project's hook uses the user's agent whatever it names, with the project's budget [own agents]", async () => {
    const place = new AgentPlace(NO, "command", {}, { budget: { projectCallsPerDay: 1 } });
    const program = join(place.folder, "judge");
    const models = { judge: { kind: "command", program }, costly: { kind: "command", program, args: ["costly"] } };
    place.writeSettings({ models, use: { agent: "judge" }, budget: { projectCallsPerDay: 1 } });
    const source = { level: "project", root: place.project } as const;
    await place.judge({ agent: "costly" }, {}, source);
    expect(place.kept("args")).toBe("\n");
    expect(await place.judge({ agent: "costly" }, {}, source)).toMatchObject({ hooks: [{ cause: "model-budget" }] });
    await place.judge({ agent: "costly" });
    expect(place.kept("args")).toBe("costly\n");
  });

  it("HT-03 without an agent it says what is missing; a model without files is none", async () => {
    const place = new AgentPlace(NO);
    const small = { kind: "openai", url: "http://127.0.0.1:9/v1", model: "m" };
    for (const settings of [
      {},
      { models: { small }, use: { prompt: "small" } },
      { models: { small }, use: { agent: "small" } },
    ]) {
      place.writeSettings(settings);
      const decision = await place.judge({ model: "small" });
      expect(decision).toMatchObject({ verdict: "deny", hooks: [{ cause: "unavailable" }] });
      expect(decision.reason).toContain("use.agent");
    }
  });

  it("HT-03 agents and hooks that call each other end", async () => {
    const place = new AgentPlace(NO);
    place.env["SNAPHOOK_DEPTH"] = "5";
    const decision = await place.judge();
    expect(decision).toMatchObject({ verdict: "deny", hooks: [{ cause: "unavailable" }] });
    expect(decision.reason).toContain("endlessly");
    expect(place.kept("runs")).toBe("");
  });

  it("HT-03 secrets in the event do not reach the agent [redacted event]", async () => {
    const place = new AgentPlace(NO);
    const key = `sk-ant-api03-${"a1B2c3D4".repeat(11)}-AA`;
    await place.judge({}, {}, {}, { tool_input: { command: `curl -H "x-api-key: ${key}" https://a.test` } });
    expect(place.kept("stdin")).toContain("https://a.test");
    expect(place.kept("stdin")).not.toContain("a1B2c3D4");
  });

  it("HT-03 claude reads files of the working folder with read-only tools, without hooks, servers or a session", async () => {
    const result = { type: "result", is_error: false, result: '{"ok": false, "reason": "no"}' };
    const place = new AgentPlace(`printf '%s' '${JSON.stringify(result)}'`, "claude");
    expect(await place.judge()).toMatchObject({ verdict: "deny", reason: "no" });
    expect(place.kept("args")).toContain("--tools\nRead,Grep,Glob\n");
    for (const flag of ["--safe-mode", "--strict-mcp-config", "--no-session-persistence"])
      expect(place.kept("args").split("\n")).toContain(flag);
    expect(place.kept("cwd").trim()).toBe(place.project);
  });

  it("HT-03 codex has a shell in its read-only sandbox; schema and answer are not in the project", async () => {
    const answer = `o=; while [ $# -gt 0 ]; do [ "$1" = -o ] && o=$2; shift; done; printf '{"ok": false, "reason": "no"}' > "$o"; ls > $k/files`;
    const place = new AgentPlace(answer, "codex");
    expect(await place.judge()).toMatchObject({ verdict: "deny", reason: "no" });
    const args = place.kept("args").split("\n");
    expect(args).toEqual(expect.arrayContaining(["--sandbox", "read-only", "--ephemeral", "--ignore-user-config"]));
    expect(args).not.toContain("features.shell_tool=false");
    expect(args).toContain("features.plugins=false");
    expect(place.kept("cwd").trim()).toBe(place.project);
    expect(place.kept("files")).toBe("");
  });
});
