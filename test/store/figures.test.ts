import { expect, it } from "vitest";
import { readFigures } from "../../src/daemon/records/figures.js";
import { sampleRecord } from "../../src/testing/store-samples.js";
import { cpuTimeOf } from "../support/cpu-time.js";
import { openStore } from "./open-store.js";

const HOOKS = ["one", "two", "three"].map((id) => ({ id, source: "user", outcome: "none" as const, ms: 1 }));

it("DA-09 figures of 100,000 events cost in proportion to their number, and no part keeps the store for long", async () => {
  const store = openStore();
  const now = Date.now();
  const fill = async (from: number, to: number) => {
    for (let n = from; n < to; n += 2_000)
      await store.append(
        Array.from({ length: 2_000 }, (_, i) =>
          sampleRecord({
            at: now - ((n + i) % 500_000) * 1_000,
            session: `s${n % 50}`,
            event: "PreToolUse",
            verdict: i % 20 === 0 ? "deny" : "none",
            ms: (i % 300) / 3,
            hooks: HOOKS.map((hook, at) => ({ ...hook, ms: (i * (at + 1)) % 90 })),
          }),
        ),
      );
  };
  const cost = () => cpuTimeOf(async () => await readFigures(store, 7, now));
  await fill(0, 10_000);
  await cost();
  const few = Math.min(await cost(), await cost());
  await fill(10_000, 100_000);
  const many = await cost();
  const figures = await readFigures(store, 7, now);
  expect(figures.steps.reduce((sum, { events }) => sum + events, 0)).toBe(100_000);
  expect(figures.hooks.map(({ runs }) => runs)).toEqual([100_000, 100_000, 100_000]);
  const part = await cpuTimeOf(async () => await store.figures({ after: 0, stepMs: 1_000, limit: 4_000 }));
  if (process.env["SNAPHOOK_FIGURES"] !== undefined) console.log({ few, many, part });
  expect(many / few).toBeLessThan(25); // 10, if nothing else works in this process
  expect(part / many).toBeLessThan(0.25); // 0.04
  await store.close();
});
