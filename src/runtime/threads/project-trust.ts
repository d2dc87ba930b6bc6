/** Which templates of a project the user approved with `snaphook trust`, as hooks are. */
import { mayRun, stateOf } from "../../core/hooks/admission.js";
import { openPlan } from "../plan/open-plan.js";
import type { AppPaths } from "../platform/paths.js";

/** As `FILE NAME`. */
export async function approvedTemplates(places: AppPaths, cwd: string): Promise<ReadonlySet<string>> {
  const plan = await openPlan({ cwd, places, mayBuild: true, dialects: ["cortex"] });
  const approved = plan.entries.flatMap((entry) => {
    const name = /^template:(.*):run$/.exec(entry.hook.id)?.[1];
    return name !== undefined && mayRun(stateOf(entry)) ? [`${entry.source.path} ${name}`] : [];
  });
  return new Set(approved);
}
