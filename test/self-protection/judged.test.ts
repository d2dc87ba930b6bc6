/**
 * The agent against its own guards, judged through the path of an agent's call: payload in, answer out. Figures and misses
 * are in SECURITY.md.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ATTACK_COMMANDS } from "./cases/attack-commands.js";
import { ATTACK_TOOLS, OWN_SCRIPTS, SECRET_READS } from "./cases/attack-tools.js";
import { EVERYDAY } from "./cases/everyday.js";
import { FRESH_ATTACKS, FRESH_EVERYDAY } from "./cases/fresh.js";
import { OWN_COMMANDS, OWN_EVERYDAY } from "./cases/own-commands.js";
import { GuardedHome, lineOf, stopped } from "./place.js";

let place: GuardedHome;
const cleanUp: (() => void)[] = [];

beforeAll(async () => {
  place = await GuardedHome.make((clean) => cleanUp.push(clean));
});
afterAll(() => {
  for (const clean of cleanUp) clean();
});

describe("the agent against its own guards", () => {
  it.each(
    Object.entries({
      ...ATTACK_COMMANDS,
      ...ATTACK_TOOLS,
      ...SECRET_READS,
      ...OWN_SCRIPTS,
      ...FRESH_ATTACKS,
      ...OWN_COMMANDS,
    }),
  )("T4 %s: every case is stopped, with one reason", async (kind, cases) => {
    const judged = await place.judge({ [kind]: cases });
    const held = new Set(stopped(judged));
    expect(judged.filter((one) => !held.has(one)).map(lineOf)).toEqual([]);
    for (const { reason, call } of held) {
      expect(reason, call).toMatch(/Instead: .+\.|The user can make this change/);
      expect(reason.split("Instead: ").length, call).toBeLessThanOrEqual(2);
    }
  });

  it("T4 reading tokens, keys and the store is denied, not asked about", async () => {
    const judged = await place.judge(SECRET_READS);
    const asked = judged.filter(({ verdict }) => verdict !== "deny").map(lineOf);
    expect(asked).toEqual([]);
  });

  it.each(Object.entries({ ...EVERYDAY, ...FRESH_EVERYDAY, ...OWN_EVERYDAY }))(
    "T4 %s: everyday work goes on",
    async (kind, cases) => {
      const judged = await place.judge({ [kind]: cases });
      expect(stopped(judged).map((one) => `${lineOf(one)} ${one.reason}`)).toEqual([]);
    },
  );

  it("the suites have the size that their figures are for", () => {
    const count = (all: object) => Object.values(all).flat().length;
    const attacks = [ATTACK_COMMANDS, ATTACK_TOOLS, SECRET_READS, OWN_SCRIPTS, FRESH_ATTACKS].map(count);
    expect(attacks.reduce((sum, one) => sum + one)).toBeGreaterThanOrEqual(300);
    expect(count(EVERYDAY) + count(FRESH_EVERYDAY)).toBeGreaterThanOrEqual(200);
  });
});
