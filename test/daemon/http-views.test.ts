import { appendFileSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import type { EventRecord } from "../../src/core/records/records.js";
import type { JsonObject } from "../../src/core/text/json.js";
import { daemonPlace } from "../../src/runtime/platform/daemon-paths.js";
import { hookLogFile } from "../../src/runtime/record/hook-log.js";
import { sampleRecord } from "../../src/testing/store-samples.js";
import { ApiPlace } from "../support/api-place.js";
import { DaemonPlace } from "../support/running-daemon.js";

const result = (n: number, action: string, more: object = {}) => ({
  id: `g-${n}`,
  at: 1_000 + n,
  agent: n % 2 === 0 ? "codex" : "claude-code",
  event: "governance:evaluated",
  session: "s1",
  payload: { tool_name: "Bash", rule: `rule-${n % 3}`, action, reason: `reason ${n}`, input_summary: "ls" },
  ...more,
});

describe("OB-08 GET /v1/governance", () => {
  it("OB-08 returns what the rules came to, by action, rule, agent, tool and time, a page at a time", async () => {
    const place = await ApiPlace.open();
    await place.post("/v1/events", [
      result(1, "allow"),
      result(2, "deny"),
      result(3, "warn"),
      { agent: "codex", event: "Stop", session: "s1", payload: { action: "deny" } },
    ]);
    const ids = async (query: string) => {
      const { status, json } = await place.get(`/v1/governance?${query}`);
      expect(status).toBe(200);
      return json.results.map(({ id }: { id: string }) => id);
    };
    const { json } = await place.get("/v1/governance");
    expect(json.results.map(({ action }: { action: string }) => action)).toEqual(["warn", "deny", "allow"]);
    expect(json.results[1]).toEqual({
      id: "g-2",
      at: 1_002,
      agent: "codex",
      session: "s1",
      action: "deny",
      rule: "rule-2",
      reason: "reason 2",
      tool: "Bash",
      input: "ls",
    });
    expect(await ids("action=deny")).toEqual(["g-2"]);
    expect(await ids("rule=rule-0")).toEqual(["g-3"]);
    expect(await ids("agent=claude-code")).toEqual(["g-3", "g-1"]);
    expect(await ids("tool=Bash&after=1001")).toEqual(["g-3", "g-2"]);
    expect(await ids("tool=Read")).toEqual([]);
    const first = await place.get("/v1/governance?limit=2");
    expect(first.json.results).toHaveLength(2);
    expect(await ids(`limit=2&cursor=${first.json.next}`)).toEqual(["g-1"]);
    expect((await place.get("/v1/governance?action=maybe")).status).toBe(400);
  });
});

describe("OB-08 snaphook governance", () => {
  it("OB-08 filters by agent, tool and time, as the page does", async () => {
    const place = new DaemonPlace();
    await place.up();
    const old = Date.now() - 3 * 24 * 3_600_000;
    const body = [result(1, "allow", { at: old }), result(2, "deny", { at: Date.now() })] as unknown as JsonObject;
    expect(await place.ask({ method: "POST", path: "/v1/events", body })).toMatchObject({ kind: "ok" });
    const actions = async (...args: string[]) => {
      const { stdout } = await place.run(["governance", "--json", ...args]);
      return (JSON.parse(stdout) as { action: string }[]).map(({ action }) => action);
    };
    expect(await actions()).toEqual(["allow", "deny"]);
    expect(await actions("--since", "24h")).toEqual(["deny"]);
    expect(await actions("--agent", "claude-code")).toEqual(["allow"]);
    expect(await actions("--tool", "Read")).toEqual([]);
    expect(await actions("--action", "deny", "--rule", "rule-2")).toEqual(["deny"]);
    expect((await place.run(["governance", "--since", "soon"])).code).toBe(2);
  });
});

describe("DA-09 GET /v1/log", () => {
  it("DA-09 reads the ends of both logs backwards through rotated files, and stops after 4 MB", async () => {
    const place = await ApiPlace.open();
    const daemonLog = daemonPlace(place.places).log;
    const hooksLog = hookLogFile(place.places.state);
    expect((await place.get("/v1/log?log=daemon")).json).toEqual({ lines: [], isWhole: true });
    for (const file of [daemonLog, hooksLog]) mkdirSync(dirname(file), { recursive: true });
    const line = (n: number, tag: string, text: string) => `${new Date(n).toISOString()} ${tag} ${text}\n`;
    appendFileSync(`${daemonLog}.1`, line(1, "DAEMON", "the oldest"));
    appendFileSync(
      daemonLog,
      `${line(2, "ERROR", "a failure")}torn line\n${line(3, "[INJECT:UserPromptSubmit]", "é ".repeat(200_000))}${line(4, "[DROP]", "too many")}`,
    );
    const tags = async (query: string) => {
      const { json } = await place.get(`/v1/log?${query}`);
      return json.lines.map(({ at, tag, level }: Record<string, unknown>) => `${at} ${tag} ${level}`);
    };
    expect(await tags("log=daemon")).toEqual([
      "4 [DROP] warning",
      "3 [INJECT:UserPromptSubmit] info",
      "2 ERROR error",
      "1 DAEMON info",
    ]);
    expect(await tags("log=daemon&level=warning")).toEqual(["4 [DROP] warning", "2 ERROR error"]);
    expect(await tags("log=daemon&text=A%20FAILURE")).toEqual(["2 ERROR error"]);
    expect((await place.get("/v1/log?log=daemon&limit=2")).json.isWhole).toBe(false);
    const hook = (outcome: string, ms: number) =>
      `${JSON.stringify({ at: new Date(ms).toISOString(), id: `e${ms}`, agent: "codex", event: "PreToolUse", presence: "headless", ms: 3, decision: "none", hooks: [{ id: "one", source: "user", outcome, ms: 2, cause: "exit code 7" }], notes: [] })}\n`;
    appendFileSync(hooksLog, hook("none", 1) + hook("failed", 2));
    const { json } = await place.get("/v1/log?log=hooks");
    expect(json.lines[0]).toEqual({
      at: 2,
      id: "e2",
      level: "error",
      tag: "PreToolUse",
      text: "codex none, 3 ms: one failed 2 ms (exit code 7)",
    });
    appendFileSync(hooksLog, hook("none", 3).repeat(30_000));
    const long = (await place.get("/v1/log?log=hooks&level=error")).json;
    expect(long).toEqual({ lines: [], isWhole: false });
  });
});

describe("DA-09 GET /v1/figures", () => {
  it("DA-09 counts decisions over time, times per hook, agent and tool, and how fast questions were answered", async () => {
    const place = await ApiPlace.open();
    const now = Date.now();
    const hook = { id: "guard", source: "user", outcome: "none" as const };
    const call = (n: number, more: Partial<EventRecord> = {}): EventRecord =>
      sampleRecord({
        at: now - n,
        agent: "codex",
        event: "PreToolUse",
        payload: { tool_name: "Bash" },
        ms: n,
        hooks: [{ ...hook, ms: n }],
        ...more,
      });
    await place.store.append([
      ...Array.from({ length: 98 }, (_, n) => call(n + 1)),
      call(99, { verdict: "deny" }),
      call(100, { verdict: "ask" }),
      call(12 * 24 * 3_600_000, { verdict: "deny" }),
    ]);
    const asked = (id: string, more: object) =>
      place.store.addAsk({ ...ASK, id, askedAt: now - 60_000, expiresAt: now, ...more });
    await asked("q1", { state: "used", answeredAt: now - 50_000, verdict: "allow", by: BY });
    await asked("q2", { state: "lapsed" });
    await asked("q3", { state: "used", askedAt: now - 40 * 24 * 3_600_000, answeredAt: now });
    const { status, json } = await place.get("/v1/figures");
    expect(status).toBe(200);
    expect(json.steps).toHaveLength(json.steps.filter(({ at }: { at: number }) => at <= now).length);
    const sum = (name: string) =>
      json.steps.reduce((sum: number, step: Record<string, number>) => sum + step[name]!, 0);
    expect([sum("events"), sum("denied"), sum("asked")]).toEqual([100, 1, 1]);
    expect(json.tools).toEqual([
      { agent: "codex", tool: "Bash", calls: 100, denied: 1, asked: 1, p50: 50, p95: 95, p99: 99 },
    ]);
    expect(json.hooks).toEqual([{ hook: "guard", source: "user", runs: 100, failures: 0, p50: 50, p95: 95, p99: 99 }]);
    expect(json.questions).toMatchObject({
      asked: 2,
      answered: 1,
      p50: 10_000,
      channels: [{ channel: "terminal", answered: 1, p50: 10_000 }],
    });
    const month = (await place.get("/v1/figures?days=30")).json;
    expect(month.tools[0]).toMatchObject({ calls: 101, denied: 2 });
    expect((await place.get("/v1/figures?days=365")).status).toBe(400);
  });
});

const BY = { channel: "terminal", user: "ann", method: "code" };
const ASK = { hash: "h", state: "open", agent: "codex", tool: "Bash", summary: "x" } as const;
