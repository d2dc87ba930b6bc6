/** Runs every scenario on one agent and writes down what was shown. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADAPTERS } from "../../src/adapters/_registry.js";
import type { AgentDriver } from "./driver.js";
import type { Fact } from "./facts.js";
import { installAgent, installNode22 } from "./install-agent.js";
import { type Outcome, outcome, writeMatrix } from "./matrix.js";
import type { Agent } from "./run-agent.js";
import { THROUGH_DAEMON } from "./run-daemon.js";
import { controlOf, type Scenario, whyNotDeclared } from "./scenario.js";
import { SCENARIOS } from "./scenarios.js";
import { observe, type Setting, type World } from "./world.js";

const INSTALL_LIMIT_MS = 600_000;
/** Set by CI: what cannot be downloaded is said and not held against the change, and nothing is written into the checkout. */
const MAY_SKIP = process.env["SNAPHOOK_AGENTS_OPTIONAL"] === "1";

export function testAgent(driver: AgentDriver): void {
  describe(`${driver.title} ${driver.version}`, () => {
    const outcomes: Record<string, Outcome> = {};
    const controls = new Map<string, Promise<World>>();
    let started = 0;
    let agent: Agent | undefined;

    beforeAll(async () => {
      try {
        const folder = await installAgent(driver);
        started = Date.now();
        agent = { driver, folder, ...(driver.node22 ? { node: await installNode22() } : {}) };
      } catch (error) {
        console.warn(`SKIPPED ${driver.title} ${driver.version}: ${firstLine(error)}`);
        if (!MAY_SKIP) throw error;
      }
    }, INSTALL_LIMIT_MS);

    afterAll(async () => {
      if (agent === undefined) return;
      // The table is that of the usual run. Other suites may read the pages while CI runs this.
      if (THROUGH_DAEMON || MAY_SKIP) console.log(summary(driver, outcomes, Date.now() - started));
      else await writeMatrix(agent, outcomes, Date.now() - started);
    });

    it.for(SCENARIOS.map((one) => [`${one.id}: ${one.title}`, one] as const))("%s", async ([, scenario], { skip }) => {
      if (agent === undefined) return skip("the agent could not be downloaded");
      const missing = scenario.lacks?.(driver);
      if (missing !== undefined) {
        outcomes[scenario.id] = outcome("not possible", missing);
        return;
      }
      const undeclared = whyNotDeclared(scenario, ADAPTERS[driver.name]!);
      try {
        const world = await observe(agent, scenario.setting);
        check(undeclared === undefined ? scenario : otherwise(scenario), driver, world, await control(agent, scenario));
        outcomes[scenario.id] = undeclared === undefined ? outcome("proven") : outcome("not possible", undeclared);
      } catch (error) {
        outcomes[scenario.id] = outcome("failed", firstLine(error));
        throw error;
      }
    });

    /** Scenarios with the same script have the same control; it is run once. */
    function control(known: Agent, scenario: Scenario): Promise<World> {
      const setting: Setting = controlOf(scenario);
      const key = JSON.stringify(setting);
      const world = controls.get(key) ?? observe(known, setting);
      controls.set(key, world);
      return world;
    }
  });
}

function otherwise(scenario: Scenario): Pick<Scenario, "changes" | "keeps"> {
  return scenario.otherwise ?? { changes: [], keeps: scenario.keeps };
}

function check(
  { changes, keeps }: Pick<Scenario, "changes" | "keeps">,
  driver: AgentDriver,
  world: World,
  control: World,
): void {
  const otherThan = (expected: boolean, facts: readonly Fact[], seen: World) =>
    facts.filter((fact) => fact.holds(seen, driver) !== expected).map(({ what }) => what);
  const wrong = [
    ...otherThan(true, [...changes, ...keeps], world).map((what) => `with the hook, untrue: ${what}`),
    ...otherThan(true, keeps, control).map((what) => `without the hook, untrue: ${what}`),
    ...otherThan(false, changes, control).map((what) => `without the hook, true: ${what}`),
  ];
  expect(wrong, `${wrong.join("; ")}\n${world.printed}\n${control.printed}`).toEqual([]);
}

function summary({ title, version }: AgentDriver, outcomes: Readonly<Record<string, Outcome>>, ms: number): string {
  const count = (kind: Outcome["outcome"]) => Object.values(outcomes).filter((one) => one.outcome === kind).length;
  const counts = (["proven", "not possible", "failed"] as const).map((kind) => `${count(kind)} ${kind}`);
  return `${title} ${version} through the daemon: ${counts.join(", ")}, ${Math.round(ms / 1000)} s`;
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}
