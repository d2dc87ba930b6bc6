import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, it } from "vitest";
import { logged } from "../support/hook-log.js";
import { bash, says } from "../support/program.js";
import { DaemonPlace } from "../support/running-daemon.js";

const MINUTE = 60_000;

let place: DaemonPlace;
beforeEach(() => {
  place = new DaemonPlace();
  place.writeUser("hooks.json", { hooks: { PreToolUse: [{ id: "q", command: says("ask", "release?") }] } });
});

const FILES = { "claude-code": ".claude/settings.json", codex: ".codex/hooks.json" } as const;
type Agent = keyof typeof FILES;
interface Settings {
  readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly Entry[] }[]>>;
}
interface Entry {
  readonly command: string;
  readonly timeout: number;
}

const fileOf = (agent: Agent) => join(place.home, FILES[agent]);
const entryOf = (agent: Agent, event: string): Entry =>
  (JSON.parse(place.read(fileOf(agent))) as Settings).hooks[event]![0]!.hooks[0]!;
/** As an earlier version wired it. */
const wireAsBefore = (agent: Agent) =>
  place.write(
    fileOf(agent),
    place
      .read(fileOf(agent))
      .replaceAll(" --wait=3600", "")
      .replaceAll('"timeout": 3600', '"timeout": 600')
      .replaceAll(/,\s*"statusMessage": "[^"]*"/g, ""),
  );

/** What an agent does with its entry. */
async function callEntry(agent: Agent, signal: AbortSignal): Promise<string> {
  const child = spawn("/bin/sh", ["-c", entryOf(agent, "PreToolUse").command], {
    cwd: place.project,
    env: place.env,
    stdio: ["pipe", "pipe", "ignore"],
    signal,
  });
  child.on("error", () => {});
  child.stdin.end(
    JSON.stringify({
      session_id: "s",
      cwd: place.project,
      permission_mode: "bypassPermissions",
      ...bash("make release"),
    }),
  );
  return text(child.stdout);
}

async function minutesHeld(agent: Agent): Promise<number> {
  const giveUp = new AbortController();
  const answer = callEntry(agent, giveUp.signal);
  await expect.poll(async () => (await place.asks()).length).toBe(1);
  const [ask] = await place.asks();
  expect(await place.answerAsk(ask!, "deny")).toMatchObject({ kind: "ok" });
  expect(await answer).toContain("said no");
  return (ask!.expiresAt - ask!.askedAt) / MINUTE;
}

describe("the time for people", () => {
  it.each(["claude-code", "codex"] as const)(
    "HL-02 S20-19 a call of %s waits 30 min as wired now, and less than 10 min as wired before",
    async (agent) => {
      await place.wire();
      expect(entryOf(agent, "PreToolUse")).toMatchObject({
        timeout: 3600,
        command: expect.stringMatching(/PreToolUse --wait=3600$/),
      });
      expect(entryOf(agent, "PostToolUse").timeout).toBe(600);
      await place.up();
      await place.attend();
      expect(await minutesHeld(agent)).toBe(30);
      wireAsBefore(agent);
      expect(await minutesHeld(agent)).toBeLessThan(10);
    },
  );

  it("Codex says in its status line that a call may wait for the user, where one may", async () => {
    await place.wire();
    expect(entryOf("codex", "PreToolUse")).toMatchObject({ statusMessage: expect.stringContaining("snaphook asks") });
    expect(entryOf("codex", "PostToolUse")).not.toHaveProperty("statusMessage");
    expect(entryOf("claude-code", "PreToolUse")).not.toHaveProperty("statusMessage");
  });

  it("HL-02 follows `approvals.waitMinutes`", async () => {
    await place.wire();
    place.writeUser("daemon.json", { approvals: { waitMinutes: 45 } });
    await place.up();
    await place.attend();
    expect(await minutesHeld("codex")).toBe(45);
  });

  it("S20-19 HL-03 validate compares `approvals.waitMinutes` with what the agents wait", async () => {
    const findings = async (waitMinutes: number) => {
      place.writeUser("daemon.json", { approvals: { waitMinutes } });
      const { findings } = await place.json<{ findings: { code: string; message: string }[] }>(["validate"]);
      return findings.filter(({ code }) => code === "TIMEOUT_OVER_WAIT").map(({ message }) => message);
    };
    expect(await findings(30)).toEqual([]);
    expect(await findings(59)).toEqual([]);
    const [found] = await findings(60);
    expect(found).toContain("`approvals.waitMinutes` is 60 (3600 s), but ");
    expect(found).toContain("Claude Code waits 3600 s");
  });

  it("S20-19 wiring of an earlier version stays when an event is added, and changes with install", async () => {
    await place.wire();
    wireAsBefore("claude-code");
    const before = entryOf("claude-code", "PreToolUse");
    place.writeUser("hooks.json", { hooks: { PostToolBatch: [{ id: "b", command: "true" }] } });
    const call = { session_id: "s", cwd: place.project, ...bash("ls") };
    await place.launch("claude-code", "PreToolUse", call, { env: { SNAPHOOK_DAEMON: "off" } });
    await expect.poll(() => place.read(fileOf("claude-code"))).toContain("PostToolBatch");
    expect(entryOf("claude-code", "PreToolUse")).toEqual(before);
    await place.wire();
    expect(entryOf("claude-code", "PreToolUse").timeout).toBe(3600);
  });

  it("S20-19 doctor names the review that Codex wants after its entries changed", async () => {
    const silent = async () => {
      const { checks } = await place.json<{ checks: { findings: { code: string; message: string }[] }[] }>(["doctor"]);
      return checks.flatMap(({ findings }) => findings.filter(({ code }) => code === "AGENT_SILENT"));
    };
    logged(place.state, { agent: "codex", at: Date.now() - MINUTE });
    await place.wire();
    expect(await silent()).toMatchObject([
      { message: expect.stringMatching(/entries for Codex CLI changed.*\/hooks/) },
    ]);
    // An entry that did not change still calls.
    logged(place.state, { agent: "codex", event: "SessionStart", at: Date.now() + MINUTE });
    expect(await silent()).toHaveLength(1);
    logged(place.state, { agent: "codex", at: Date.now() + MINUTE });
    expect(await silent()).toEqual([]);
  });
});
