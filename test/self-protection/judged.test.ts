/**
 * The agent against its own guards, judged through the path of an agent's call: payload in, answer out. Figures and misses
 * are in SECURITY.md.
 */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ATTACK_COMMANDS } from "./cases/attack-commands.js";
import { ATTACK_TOOLS, OWN_SCRIPTS, SECRET_READS } from "./cases/attack-tools.js";
import { EVERYDAY } from "./cases/everyday.js";
import { FRESH_ATTACKS, FRESH_EVERYDAY } from "./cases/fresh.js";
import { LATER_ATTACKS, LATER_EVERYDAY, LATER_READS } from "./cases/later.js";
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
      ...LATER_ATTACKS,
      ...LATER_READS,
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

  it.each(Object.entries({ ...EVERYDAY, ...FRESH_EVERYDAY, ...LATER_EVERYDAY, ...OWN_EVERYDAY }))(
    "T4 %s: everyday work goes on",
    async (kind, cases) => {
      const judged = await place.judge({ [kind]: cases });
      expect(stopped(judged).map((one) => `${lineOf(one)} ${one.reason}`)).toEqual([]);
    },
  );

  it("the suites have the size that their figures are for, and SECURITY.md has the figures", () => {
    const count = (...all: object[]) => all.flatMap((one) => Object.values(one).flat()).length;
    const attacks = {
      "commands and tools, half held out": count(ATTACK_COMMANDS, ATTACK_TOOLS),
      "reads of tokens, keys and the store, half held out, 3 added later": count(SECRET_READS),
      "scripts and modules of your own hooks": count(OWN_SCRIPTS),
      "our own commands: other folders, other versions, files they write": count(OWN_COMMANDS),
      "fresh attacks": count(FRESH_ATTACKS),
      "later attacks": count(LATER_ATTACKS, LATER_READS),
    };
    const everyday = {
      "everyday work near protected files, denied": count(EVERYDAY),
      "fresh everyday work, denied": count(FRESH_EVERYDAY),
      "everyday use of our own commands, denied": count(OWN_EVERYDAY),
      "later everyday work, denied": count(LATER_EVERYDAY),
    };
    const sum = (sets: object) => Object.values(sets).reduce((all: number, one: number) => all + one, 0);
    expect(sum(attacks)).toBeGreaterThanOrEqual(300);
    expect(sum(everyday)).toBeGreaterThanOrEqual(200);
    // The tests above: every attack is stopped, and no everyday call.
    const rows = [
      ...Object.entries(attacks).map(([set, cases]) => [set, cases, cases]),
      ...Object.entries(everyday).map(([set, cases]) => [set, cases, 0]),
    ];
    const page = readFileSync(new URL("../../SECURITY.md", import.meta.url), "utf8");
    const [, table = ""] = /^\| set \| cases \| before .*\n.*\n((?:\|.*\n)*)/m.exec(page) ?? [];
    const cells = (row: string) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim());
    const shown = table
      .trim()
      .split("\n")
      .map(cells)
      .map((row) => [row[0], Number(row[1]), Number(row.at(-1))]);
    expect(shown).toEqual(rows);
  });
});
