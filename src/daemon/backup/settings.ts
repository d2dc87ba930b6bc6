/** Which settings of backups apply: those of `daemon.json`, then OAK's of a project that was named, then the defaults. */
import type { AppPaths } from "../../runtime/platform/paths.js";
import { type DaemonSettings, loadSettings } from "../lifecycle/settings.js";
import { backupFolder } from "./folder.js";
import { oakSwitches } from "./oak-switches.js";

export interface BackupSettings {
  readonly auto: boolean;
  readonly intervalMs: number;
  readonly onUpgrade: boolean;
  readonly activities: boolean;
  readonly keep: number;
  /** Absolute. */
  readonly folder: string;
}

const MINUTE = 60_000;

/** `project`: the folder whose `.oak/config.yaml` may apply. Never rejects. */
export async function loadBackupSettings(places: AppPaths, project?: string): Promise<BackupSettings> {
  return settingsOf((await loadSettings(places)).settings.backup, places, project);
}

export async function settingsOf(
  set: DaemonSettings["backup"],
  places: AppPaths,
  project: string | undefined,
): Promise<BackupSettings> {
  const isComplete = set.onUpgrade !== undefined && set.includeActivities !== undefined;
  const oak = isComplete || project === undefined ? {} : await oakSwitches(places, project);
  return {
    auto: set.auto,
    intervalMs: set.intervalMinutes * MINUTE,
    onUpgrade: set.onUpgrade ?? oak.onUpgrade ?? true,
    activities: set.includeActivities ?? oak.includeActivities ?? true,
    keep: set.keep,
    folder: backupFolder(places, set.folder),
  };
}
