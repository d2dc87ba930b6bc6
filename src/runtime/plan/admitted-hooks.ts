/**
 * The admitted hooks of a plan, ready for selection. Created once per plan: a process that answers many calls uses the
 * same plan as long as nothing has changed.
 */
import { type AdmittedHook, admit } from "../../core/hooks/admission.js";
import { HookTable } from "../../core/hooks/hook-table.js";
import type { MatchEngines } from "../../core/match/compile.js";
import type { MatchSpec } from "../../core/match/spec.js";
import type { RegexEngine } from "../../core/ports.js";
import type { Plan } from "../../sources/compile/plan-file.js";
import { PROFILES } from "../../sources/dialects/_profiles.js";
import { WorkerRegex } from "../platform/slow-regex.js";

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

/** `only`: hooks of these events; a process for one event prepares no others. */
export function plannedHooks(plan: Plan, only?: ReadonlySet<string>): Promise<PlannedHooks> {
  const ofPlan = known.get(plan) ?? new Map<string, Promise<PlannedHooks>>();
  known.set(plan, ofPlan);
  const key = only === undefined ? "" : [...only].join(" ");
  const hooks = ofPlan.get(key) ?? prepare(plan, only);
  ofPlan.set(key, hooks);
  hooks.catch(() => ofPlan.delete(key)); // for example no free file descriptors: the next call tries again
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
  return { table: new HookTable(admitted, PROFILES, await enginesFor(admitted)), refused };
}

const UNUSED: RegexEngine = {
  compile: (source) => {
    throw new Error(`no regex engine was loaded for ${source}`);
  },
};

/** The regex engine is loaded only if a hook has a regular expression. */
async function enginesFor(hooks: readonly AdmittedHook[]): Promise<MatchEngines> {
  const regex = hooks.some((hook) => needsEngine(hook.match))
    ? (await import("../platform/re2.js")).linearRegex
    : UNUSED;
  return { regex, slow };
}

function needsEngine(match: MatchSpec): boolean {
  const patterns = [match.subject, match.content, match.path, match.params, ...Object.values(match.fields ?? {})];
  return (
    patterns.some((pattern) => pattern?.kind === "regex") ||
    [...(match.anyOf ?? []), ...(match.allOf ?? [])].some(needsEngine)
  );
}
