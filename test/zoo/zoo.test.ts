/**
 * Everything a person or an agent does in a repository before anybody has approved it, in more than a hundred malicious
 * ones, in a traced process: nothing of them is started, called, written or put into the environment, and the person's own
 * guard still denies. What each command does there in a process of its own is in zoo-program.test.ts.
 */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { CONTROLS } from "./cases/controls.js";
import { CASES } from "./cases/index.js";
import { buildDriver, canTrace, type Driver, runZoo, type Visit, WITHOUT_TRACE } from "./run-zoo.js";

vi.setConfig({ hookTimeout: 900_000 });

let driver: Driver;
let visits: Map<string, Visit>;
beforeAll(async () => {
  driver = await buildDriver();
  visits = runZoo(
    driver,
    [...CASES, ...CONTROLS].map(({ name }) => name),
  );
});
afterAll(() => driver?.remove());

describe("a repository that nobody has approved", () => {
  it.each(CASES)("T1 T2 T3 SE-02 SE-03 $name: $mechanism", ({ name }) => {
    expect(visits.get(name)?.found).toEqual([]);
  });
});

describe("the zoo", () => {
  it("T1 holds at least 70 repositories, each with a name and a mechanism of its own", () => {
    expect(CASES.length).toBeGreaterThanOrEqual(70);
    expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length);
    expect(new Set(CASES.map(({ mechanism }) => mechanism)).size).toBe(CASES.length);
  });

  it.each([
    ["approved-command", "the canary was written"],
    ["approved-code", "the canary was written"],
    ["approved-http", "somebody connected to the canary"],
    ["no-guard", "claude-code PreToolUse: the person's guard did not deny"],
  ])("T1 sees what happens in one that was approved: %s", (name, said) => {
    expect(visits.get(name)?.found.join("\n")).toContain(said);
  });

  it.skipIf(!canTrace)(`T1 sees what is started and called${canTrace ? "" : ` (${WITHOUT_TRACE})`}`, () => {
    expect(visits.get("approved-command")?.found.join("\n")).toMatch(/SessionStart: started .*"\/bin\/sh", "-c"/);
    expect(visits.get("approved-http")?.found.join("\n")).toMatch(/SessionStart: connected to .*AF_INET.*127\.0\.0\.1/);
  });
});
