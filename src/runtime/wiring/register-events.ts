/** Registers events on demand: adds our entries for them to the agent's files that already call us. */
import type { Adapter, Environment } from "../../adapters/contract.js";
import type { Plan } from "../../sources/compile/plan-file.js";
import type { AppPaths } from "../platform/paths.js";
import { demandEvents, neededEvents } from "./on-demand.js";
import { type WirePlace, wire, wiredState } from "./wire.js";

export interface RegisterFacts {
  readonly adapter: Adapter;
  readonly plan: Plan;
  readonly places: AppPaths;
  readonly environment: Environment;
}

/** What this process has registered, by plan: the same plan needs nothing more. */
const done = new WeakMap<Plan, Set<string>>();

/** Never throws: if a file cannot be changed, `doctor` reports what is missing. */
export function registerNeeded({ adapter, plan, places, environment }: RegisterFacts): void {
  const known = done.get(plan) ?? new Set();
  if (known.has(adapter.name)) return;
  done.set(plan, known.add(adapter.name));
  const events = neededEvents(adapter, plan);
  if (events.length === 0) return;
  try {
    demandEvents(places.data, adapter.name, events);
    const folders = { home: places.home, project: plan.root, environment };
    for (const scope of ["user", "project"] as const)
      for (const file of adapter.wiring?.files(scope, folders) ?? [])
        complete({
          adapter,
          file,
          dataFolder: places.data,
          ...(scope === "project" ? { project: plan.root } : {}),
        });
  } catch {
    // a full or read-only disk
  }
}

function complete(place: WirePlace): void {
  const { count, current } = wiredState(place);
  if (count > 0 && !current) wire(place, { dryRun: false, keepsTimeouts: true });
}
