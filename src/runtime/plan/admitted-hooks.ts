/**
 * The hooks of a plan, past the gate and ready to be chosen from. Made once per plan: a process that answers many calls
 * gets the same plan as long as nothing has changed.
 */
import { type AdmittedHook, admit } from "../../core/hooks/admission.js";
import { HookTable } from "../../core/hooks/hook-table.js";
import type { Plan } from "../../sources/compile/plan-file.js";
import { PROFILES } from "../../sources/dialects/_profiles.js";
import { WorkerRegex } from "../platform/slow-regex.js";
import { enginesFor } from "./regex-engines.js";

export interface Refused {
  readonly id: string;
  readonly event: string;
  readonly why: string;
}

export interface PlannedHooks {
  readonly table: HookTable;
  readonly refused: readonly Refused[];
}

/** Its thread starts with the first pattern that needs it, and keeps no process alive. */
const slow = new WorkerRegex();
const known = new WeakMap<Plan, Map<string, Promise<PlannedHooks>>>();

/** `only`: hooks of these events; a process that lives for one event prepares no others. */
export function plannedHooks(plan: Plan, only?: ReadonlySet<string>): Promise<PlannedHooks> {
  const ofPlan = known.get(plan) ?? new Map<string, Promise<PlannedHooks>>();
  known.set(plan, ofPlan);
  const key = only === undefined ? "" : [...only].join(" ");
  const hooks = ofPlan.get(key) ?? prepare(plan, only);
  ofPlan.set(key, hooks);
  hooks.catch(() => ofPlan.delete(key)); // for want of handles, say: the next call tries again
  return hooks;
}

async function prepare(plan: Plan, only: ReadonlySet<string> | undefined): Promise<PlannedHooks> {
  const admitted: AdmittedHook[] = [];
  const refused: Refused[] = [];
  for (const entry of plan.entries) {
    if (only !== undefined && !only.has(entry.hook.event)) continue;
    const admission = admit(entry);
    if ("admitted" in admission) admitted.push(admission.admitted);
    else refused.push({ id: entry.hook.id, event: entry.hook.event, why: admission.refused });
  }
  return { table: new HookTable(admitted, PROFILES, await enginesFor(admitted, slow)), refused };
}
