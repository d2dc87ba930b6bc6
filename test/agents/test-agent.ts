/** Runs every scenario on one agent and writes down what was shown. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AgentDriver } from "./driver.js";
import type { Fact } from "./facts.js";
import { installAgent } from "./install-agent.js";
import { type Outcome, outcome, writeMatrix } from "./matrix.js";
import { controlOf, SCENARIOS, type Scenario } from "./scenarios.js";
import { observe, type Setting, type World } from "./world.js";

const INSTALL_LIMIT_MS = 300_000;

export function testAgent(driver: AgentDriver): void {
  describe(`${driver.title} ${driver.version}`, () => {
    const outcomes: Record<string, Outcome> = {};
    const controls = new Map<string, Promise<World>>();
    let program = "";

    beforeAll(async () => {
      try {
        program = await installAgent(driver);
      } catch (error) {
        for (const { id } of SCENARIOS) outcomes[id] = outcome("not run", firstLine(error));
        throw error;
      }
    }, INSTALL_LIMIT_MS);

    afterAll(() => writeMatrix(driver, outcomes));

    it.each(SCENARIOS.map((one) => [`${one.id}: ${one.title}`, one] as const))("%s", async (_title, scenario) => {
      try {
        const world = await observe(driver, program, scenario.setting);
        check(scenario, world, await control(controlOf(scenario)));
        outcomes[scenario.id] = outcome("proven");
      } catch (error) {
        outcomes[scenario.id] = outcome("failed", firstLine(error));
        throw error;
      }
    });

    /** Scenarios with the same script have the same control; it is run once. */
    function control(setting: Setting): Promise<World> {
      const key = JSON.stringify(setting);
      const known = controls.get(key) ?? observe(driver, program, setting);
      controls.set(key, known);
      return known;
    }
  });
}

function check({ changes, keeps }: Scenario, world: World, control: World): void {
  const wrong = [
    ...otherThan(true, [...changes, ...keeps], world).map((what) => `with the hook, untrue: ${what}`),
    ...otherThan(true, keeps, control).map((what) => `without the hook, untrue: ${what}`),
    ...otherThan(false, changes, control).map((what) => `without the hook, true: ${what}`),
  ];
  expect(wrong, `${wrong.join("; ")}\n${world.printed}\n${control.printed}`).toEqual([]);
}

function otherThan(expected: boolean, facts: readonly Fact[], world: World): string[] {
  return facts.filter((fact) => fact.holds(world) !== expected).map(({ what }) => what);
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}
