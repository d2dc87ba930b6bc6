/** Removes paused hooks from a plan. The time is checked for every event. */
import { type Decision, type Note, OUR_OWN } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { SourceEntry } from "../../core/hooks/hook.js";
import { isOffAt, switchesOff } from "../../core/hooks/off-switch.js";
import type { SWITCHED_OFF } from "../../core/records/records.js";
import type { Plan } from "../../sources/compile/plan-file.js";

export interface LeftOut {
  readonly entries: readonly SourceEntry[];
  /** When the first of them is active again. */
  readonly until: number;
  readonly note: Note;
  /** The decision, with a message to the user when a session starts. */
  told(decision: Decision, event: HookEvent): Decision;
}

export interface PlanNow {
  readonly plan: Plan;
  /** Absent if nothing is paused for this call. */
  readonly leftOut?: LeftOut;
}

export function applyOffSwitches(plan: Plan, session?: unknown, now = Date.now()): PlanNow {
  const active = plan.off.filter((one) => isOffAt(one, now));
  if (active.length === 0) return { plan };
  const call = { root: plan.root, session };
  const ends = new Map<SourceEntry, number>();
  for (const entry of plan.entries) {
    const untils = active.filter((one) => switchesOff(one, entry, call)).map(({ until }) => until);
    if (untils.length > 0) ends.set(entry, Math.max(...untils));
  }
  if (ends.size === 0) return { plan };
  return {
    plan: { ...plan, entries: plan.entries.filter((entry) => !ends.has(entry)) },
    leftOut: describeLeftOut([...ends.keys()], Math.min(...ends.values())),
  };
}

function describeLeftOut(entries: readonly SourceEntry[], until: number): LeftOut {
  const ids = entries.map(({ hook }) => hook.id);
  const time = clockTime(until);
  const count = `${ids.length} hook${ids.length === 1 ? " is" : "s are"}`;
  const value = `Snaphook: ${count} paused until ${time}; run \`snaphook on\` to re-enable now.`;
  return {
    entries,
    until,
    note: {
      code: "SWITCHED_OFF" satisfies typeof SWITCHED_OFF,
      message: `The user paused ${ids.join(", ")} until ${time}.`,
      ...(ids.length === 1 ? { hook: ids[0]! } : {}),
    },
    told: (decision, event) =>
      event.name === "SessionStart"
        ? { ...decision, messages: [...decision.messages, { value, by: OUR_OWN }] }
        : decision,
  };
}

/** `14:05`; the maximum is a day, so the time of day is enough. */
export function clockTime(at: number): string {
  return new Date(at).toTimeString().slice(0, 5);
}
