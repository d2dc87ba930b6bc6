import { describe, expect, it } from "vitest";
import type { HookStats } from "../../src/cli/health/hook-stats.js";
import { hookRun, logged } from "../support/hook-log.js";
import { ProgramPlace } from "../support/program.js";

interface Stats {
  readonly since: string;
  readonly hooks: readonly HookStats[];
}

describe("snaphook stats", () => {
  it("OB-10 says per hook how often it ran, how long it took and how it failed, the slowest first", async () => {
    const place = new ProgramPlace();
    for (let ms = 1; ms <= 100; ms++)
      logged(place.state, {
        verdict: ms <= 3 ? "deny" : "none",
        hooks: [hookRun("quick", { ms, outcome: ms <= 3 ? "deny" : "none" }), hookRun("slow", { ms: ms * 10 })],
      });
    logged(place.state, {
      hooks: [
        hookRun("late", { ms: 5000, outcome: "failed", cause: "timeout" }),
        hookRun("late", { ms: 20, outcome: "failed", cause: "exit" }),
        hookRun("quick", { outcome: "skipped", ms: 0 }),
        hookRun("later", { outcome: "background", ms: 0 }),
      ],
    });
    const { hooks } = await place.json<Stats>(["stats"]);
    expect(hooks).toMatchObject([
      { hook: "late", runs: 2, p50: 20, p95: 5000, failures: 1, timeouts: 1, stopped: 0 },
      { hook: "slow", runs: 100, p50: 500, p95: 950, slowest: 1000, failures: 0, timeouts: 0 },
      { hook: "quick", runs: 100, p50: 50, p95: 95, slowest: 100, stopped: 3 },
    ]);
    expect(hooks[0]!.remark).toContain("timeoutMs");
    expect(hooks[1]!.remark).toContain("slow");
    expect(hooks[2]!.remark).toBeUndefined();
    const { stdout } = await place.run(["stats"]);
    expect(stdout).toMatch(
      /^hook +runs +stopped +would stop +failed +timeouts +p50 ms +p95 ms .*\nlate +2 +0 +0 +1 +1 +20 +5000/,
    );
    expect(stdout).toContain("slow slow: narrow its matcher");
  });

  it("OB-10 counts real runs, also those of background hooks, whom nobody waits for", async () => {
    const place = new ProgramPlace();
    place.writeUser("hooks.json", { hooks: { Stop: [{ id: "look", command: "true" }] } });
    await place.hook("Stop", {});
    logged(place.state, { presence: "background", hooks: [hookRun("report", { ms: 60_000 })] });
    const { hooks } = await place.json<Stats>(["stats"]);
    expect(hooks.map(({ hook, runs, background }) => [hook, runs, background])).toEqual([
      ["report", 1, true],
      ["look", 1, false],
    ]);
    expect(hooks[0]!.remark).toBeUndefined();
  });

  it("looks back as far as it is told", async () => {
    const place = new ProgramPlace();
    logged(place.state, { at: Date.now() - 8 * 24 * 3_600_000, hooks: [hookRun("old")] });
    logged(place.state, { at: Date.now() - 2 * 3_600_000, hooks: [hookRun("today")] });
    const names = async (...args: string[]) =>
      (await place.json<Stats>(["stats", ...args])).hooks.map(({ hook }) => hook).sort();
    expect(await names()).toEqual(["today"]);
    expect(await names("--since", "2w")).toEqual(["old", "today"]);
    expect(await names("--since", "30m")).toEqual([]);
    expect((await place.run(["stats", "--since", "30m"])).stdout).toBe("No hook ran in the last 30m.\n");
    expect(await place.run(["stats", "--since", "yesterday"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("30m, 24h or 7d"),
    });
  });
});
