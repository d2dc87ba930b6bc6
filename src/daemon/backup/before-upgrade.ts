/**
 * FL-05: before this version changes the store of an older one, a backup is made. If that fails, it is reported, and the
 * upgrade goes on: agents must not wait for a disk.
 */

import type { Finding } from "../../core/errors.js";
import type { AppPaths } from "../../runtime/platform/paths.js";
import { packageVersion } from "../../runtime/platform/paths.js";
import { storedVersion } from "../../store/open-database.js";
import { SCHEMA_VERSION } from "../../store/schema.js";
import { noteBackup } from "./report-file.js";
import { runTask } from "./run-task.js";
import { loadBackupSettings } from "./settings.js";

export interface UpgradeBackup {
  /** For the log. */
  readonly text: string;
  /** Path of the backup; absent if it failed, or if the settings say that there is none. */
  readonly file?: string;
  readonly problem?: Finding;
}

/** Never rejects. `project`: whose `.oak/config.yaml` may apply. */
export async function backupBeforeUpgrade(
  file: string,
  places: AppPaths,
  project: string | undefined,
): Promise<UpgradeBackup> {
  const what = `the upgrade of the store from version ${storedVersion(file)} to ${SCHEMA_VERSION}`;
  const { onUpgrade, activities, folder, keep } = await loadBackupSettings(places, project);
  if (!onUpgrade) return { text: `no backup before ${what}: the settings say so` };
  const made = await runTask("make", {
    source: file,
    folder,
    kind: "upgrade",
    activities,
    keep,
    data: places.data,
    home: places.home,
    version: packageVersion(),
  });
  noteBackup(places, "upgrade", "problem" in made ? made.problem : undefined);
  return "problem" in made
    ? { text: `no backup before ${what}: ${made.problem.message}; the upgrade goes on`, problem: made.problem }
    : { text: `backup before ${what}: ${made.backup.file}`, file: made.backup.file };
}
