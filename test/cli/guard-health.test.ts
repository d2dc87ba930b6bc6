/** Guards that cannot decide: since when and why, in `list`, `status` and `doctor`. */

import { describe, expect, it } from "vitest";
import type { Checked } from "../../src/cli/doctor/run-checks.js";
import { type FailingGuard, failingGuards } from "../../src/cli/health/guard-health.js";
import type { LoggedEvent } from "../../src/runtime/record/read-hook-log.js";
import { hookRun, logged } from "../support/hook-log.js";
import { ownHooks } from "../support/own-hooks.js";
import { bash, ProgramPlace } from "../support/program.js";

const HOUR = 3_600_000;
const failed = { outcome: "failed", cause: "timeout", answered: "deny" } as const;

function withGuard(guard: object = {}): ProgramPlace {
  const place = new ProgramPlace();
  place.writeUser("hooks.json", {
    hooks: { PreToolUse: [{ id: "policy", matcher: "Bash", command: "true", guard: true, ...guard }] },
  });
  return place;
}

async function guardFindings(place: ProgramPlace) {
  const { checks } = await place.json<{ checks: Checked[] }>(["doctor"]);
  return checks.find(({ name }) => name === "guards")!.findings;
}

const failing = async (place: ProgramPlace) =>
  (await place.json<{ failingGuards: FailingGuard[] }>(["status"])).failingGuards;

describe("a guard that cannot decide", () => {
  it("T7 is told of with the first failure after its last success, and with its cause", async () => {
    const place = withGuard();
    const now = Date.now();
    const runs = [
      [5, failed],
      [4, { outcome: "none" }],
      [3, failed],
      [2, { outcome: "skipped", cause: "denied-before" }],
      [1, failed],
    ] as const;
    for (const [hours, run] of runs) logged(place.state, { at: now - hours * HOUR, hooks: [hookRun("policy", run)] });
    const since = now - 3 * HOUR;
    expect(await failing(place)).toEqual([
      { hook: "policy", source: "user", why: "timeout", misconfigured: false, since, calls: 2 },
    ]);
    expect(await place.list()).toMatchObject([
      { id: "policy", failing: { why: "timeout", calls: 2, since: new Date(since).toISOString() } },
    ]);
    for (const command of ["list", "status"])
      expect((await place.run([command])).stdout).toMatch(/"policy" fails: timeout \(since 20\d\d-.*, 2 calls\)/);
    expect(await guardFindings(place)).toMatchObject([
      {
        code: "GUARD_FAILING",
        severity: "error",
        message: expect.stringMatching(/"policy" fails: timeout \(since 20/),
      },
    ]);
    expect((await place.run(["doctor"])).code).toBe(1);
  });

  it("T7 is told of no more once it has decided again, and never when it decides", async () => {
    const place = withGuard();
    expect(await failing(place)).toEqual([]);
    logged(place.state, { hooks: [hookRun("policy", failed)] });
    expect(await failing(place)).toHaveLength(1);
    await place.hook("PreToolUse", bash("ls"));
    expect(await failing(place)).toEqual([]);
    expect(await guardFindings(place)).toEqual([]);
    expect((await place.list())[0]).toMatchObject({ failing: null });
  });

  it("T7 is not blamed for a payload that could not be read: the agent is, once", async () => {
    const place = withGuard();
    await place.hook("PreToolUse", bash("ls"));
    await place.run(["hook", "codex", "PreToolUse"], { input: "{broken" });
    expect(await failing(place)).toEqual([]);
    expect(await place.json(["status"])).toMatchObject({
      unreadablePayloads: [{ agent: "codex", calls: 1, denied: 1, lastAt: expect.any(Number) }],
    });
    const said = /1 call of codex had a payload that could not be read and was denied \(last: 20/;
    const { stdout } = await place.run(["status"]);
    expect(stdout).toMatch(said);
    expect(stdout).not.toContain("It blocks until fixed");
    const { checks } = await place.json<{ checks: Checked[] }>(["doctor"]);
    const findings = checks.flatMap((check) => check.findings.map(({ code, message }) => ({ code, message })));
    expect(findings.filter(({ code }) => /^(GUARD_|HOOK_RUN_|PAYLOADS_)/.test(code))).toEqual([
      { code: "PAYLOADS_BAD", message: expect.stringMatching(said) },
    ]);
    await place.run(["hook", "codex", "PreToolUse"], { input: "{broken" });
    logged(place.state, { agent: "codex", hooks: [hookRun("other", { outcome: "failed", cause: "bad-payload" })] });
    expect((await place.run(["status"])).stdout).toContain(
      "3 calls of codex had a payload that could not be read; 2 denied",
    );
  });

  it("T7 whose entry is broken is told of before it was called, and after real calls with their time", async () => {
    const place = withGuard({ matcher: "/(/" });
    expect(await failing(place)).toMatchObject([{ hook: "policy", calls: 0 }]);
    expect((await place.run(["list"])).stdout).toMatch(/"policy" is misconfigured: .* It blocks until fixed/);
    const before = Date.now();
    await place.hook("PreToolUse", bash("ls"));
    await place.hook("PreToolUse", bash("ls"));
    const [guard] = await failing(place);
    expect(guard).toMatchObject({ calls: 2 });
    expect(guard!.since).toBeGreaterThanOrEqual(before - 1);
  });

  it("the record of each call holds the outcome, the cause and what was answered instead", async () => {
    const place = withGuard({ command: "/not/there" });
    await place.hook("PreToolUse", bash("ls"));
    const line = JSON.parse(place.read(`${place.state}/hooks.log`)) as { hooks: { id: string; outcome: string }[] };
    expect(ownHooks(line.hooks)).toEqual([expect.objectContaining({ ...failed, id: "policy", cause: "not-found" })]);
  });

  it("observers and guards that are off are none of it", async () => {
    const place = withGuard({ guard: false });
    logged(place.state, { hooks: [hookRun("policy", failed)] });
    expect(await failing(place)).toEqual([]);
    place.writeUser("hooks.json", {
      hooks: { PreToolUse: [{ id: "policy", command: "true", guard: true, enabled: false }] },
    });
    expect(await failing(place)).toEqual([]);
  });

  it("the log is read no further than to the last success of each guard", async () => {
    let read = 0;
    function* log(): Generator<LoggedEvent> {
      for (const outcome of ["failed", "none", "failed"]) {
        read++;
        const hooks = [{ id: "policy", source: "user", outcome, ms: 1, cause: "exit" }];
        const at = new Date(0).toISOString();
        yield { at, agent: "a", event: "PreToolUse", presence: "headless", ms: 1, decision: "none", hooks, notes: [] };
      }
    }
    const source = { key: "user", level: "user", rank: 0, state: "trusted", dialect: "native", why: "" } as const;
    const hook = {
      id: "policy",
      event: "PreToolUse",
      dialect: "native",
      match: {},
      run: { type: "command", command: "true" },
      guard: true,
      strategy: "serial",
      timeoutMs: 1000,
      mode: "enforce",
      enabled: true,
    } as const;
    expect(failingGuards([{ hook, source, alsoFrom: [] }], log())).toMatchObject([{ calls: 1, why: "exit" }]);
    expect(read).toBe(2);
  });
});
