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
  const hold = (facts: readonly Fact[], where: World) =>
    Object.fromEntries(facts.map((fact) => [fact.what, fact.holds(where)]));
  const all = (facts: readonly Fact[], value: boolean) => Object.fromEntries(facts.map(({ what }) => [what, value]));
  expect(hold([...changes, ...keeps], world), `with the hook\n${world.printed}`).toEqual(
    all([...changes, ...keeps], true),
  );
  expect({ ...hold(changes, control), ...hold(keeps, control) }, `without the hook\n${control.printed}`).toEqual({
    ...all(changes, false),
    ...all(keeps, true),
  });
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}
