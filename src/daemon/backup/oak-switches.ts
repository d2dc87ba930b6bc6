/** CF-34: the backup keys of OAK's `.oak/config.yaml`, if the user has OAK's files loaded. */
import { openPlan } from "../../runtime/plan/open-plan.js";
import type { AppPaths } from "../../runtime/platform/paths.js";

export interface OakSwitches {
  readonly onUpgrade?: boolean;
  readonly includeActivities?: boolean;
}

const KEY = "codebase_intelligence.backup";

/** Never rejects. */
export async function oakSwitches(places: AppPaths, project: string): Promise<OakSwitches> {
  try {
    const { settings } = await openPlan({ cwd: project, places, mayBuild: false });
    const [onUpgrade, includeActivities] = [settings[`${KEY}.on_upgrade`], settings[`${KEY}.include_activities`]];
    return {
      ...(typeof onUpgrade === "boolean" ? { onUpgrade } : {}),
      ...(typeof includeActivities === "boolean" ? { includeActivities } : {}),
    };
  } catch {
    return {}; // the folder was removed
  }
}
