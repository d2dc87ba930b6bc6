/**
 * What a scenario is, and the pieces they are made of. `changes` must hold with the hook and must not hold in the
 * control; `keeps` must hold in both. The control is the same run, wired the same way, without the hooks file, unless it
 * says otherwise. An agent whose adapter does not declare what a scenario needs is held to `otherwise`: the declared
 * loss, and no other.
 */
import { whyUnsupported } from "../../src/adapters/_shared/event-table.js";
import type { Adapter, AgentAbility } from "../../src/adapters/contract.js";
import type { EventName } from "../../src/core/events/events.js";
import type { AgentDriver } from "./driver.js";
import { endsByItself, type Fact, HOOK_MARK, hookRan, isTold, not, toolRan, turnsAre } from "./facts.js";
import { type ScriptStep, type Setting, TOOL_MARK } from "./world.js";

export interface Expected {
  readonly changes: readonly Fact[];
  readonly keeps: readonly Fact[];
}

export interface Scenario extends Expected {
  readonly id: string;
  readonly title: string;
  readonly needs?: readonly [EventName, AgentAbility | "event"];
  /** Why the adapter declares that it cannot be done, where that is no ability on an event. */
  notDeclared?(adapter: Adapter): string | undefined;
  /** What the driver or the adapter must bring for it to be run at all; says what is missing. */
  lacks?(driver: AgentDriver): string | undefined;
  readonly setting: Setting;
  readonly control?: Setting;
  readonly otherwise?: Expected;
}

export const ONE_TOOL: readonly ScriptStep[] = [{ shell: `touch ${TOOL_MARK}` }, { text: "done" }];

export const fileWith = (event: string, hook: object) => ({
  version: 1,
  hooks: { [event]: [{ id: "probe", ...hook }] },
});
export const userHook = (event: string, hook: object, script = ONE_TOOL): Setting => ({
  script,
  user: fileWith(event, hook),
});
export const prints = (answer: object) => `touch ${HOOK_MARK}; echo '${JSON.stringify(answer)}'`;
export const specific = (hookEventName: string, rest: object) =>
  prints({ hookSpecificOutput: { hookEventName, ...rest } });

export const denial = { command: prints({ decision: "deny", reason: "the harbour is closed" }), guard: true };
export const denied = [hookRan, not(toolRan), isTold("the harbour is closed")];
export const unchanged: Expected = { changes: [], keeps: [toolRan, endsByItself, turnsAre(2)] };

/** The same run without any hook. */
export const controlOf = ({ setting, control }: Scenario): Setting => control ?? { script: setting.script };

/** Why the adapter says that this cannot be done; undefined when it says that it can. */
export function whyNotDeclared({ needs, notDeclared }: Scenario, adapter: Adapter): string | undefined {
  const otherwise = notDeclared?.(adapter);
  if (needs === undefined || otherwise !== undefined) return otherwise;
  const [event, ability] = needs;
  const unsupported = whyUnsupported(adapter, event);
  if (unsupported !== undefined || ability === "event") return unsupported;
  return adapter.capability(event, "headless")[ability] ? undefined : `it takes no ${ability} on ${event}`;
}
