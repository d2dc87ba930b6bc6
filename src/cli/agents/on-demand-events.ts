/** Events that agents register on demand, as commands see them. */
import type { Adapter } from "../../adapters/contract.js";
import { openPlan } from "../../runtime/plan/open-plan.js";
import { demandEvents, neededEvents } from "../../runtime/wiring/on-demand.js";
import type { Call } from "../command.js";

/** Has the next wiring register what hooks of this folder need. Failures show when the files are wired. */
export async function demandForPlan(call: Call, adapters: readonly Adapter[]): Promise<void> {
  try {
    const plan = await openPlan({ cwd: call.cwd, places: call.places, mayBuild: false });
    for (const adapter of adapters) {
      const events = neededEvents(adapter, plan);
      if (events.length > 0) demandEvents(call.places.data, adapter.name, events);
    }
  } catch {
    // the first call of an agent registers them
  }
}
