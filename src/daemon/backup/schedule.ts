/** FL-06: backups by interval, while the daemon runs and the store changes. */
import type { ChildProcess } from "node:child_process";
import { storeFile } from "../../client/store-file.js";
import { statOf } from "../../disk/files.js";
import type { AppPaths } from "../../runtime/platform/paths.js";
import { packageVersion } from "../../runtime/platform/paths.js";
import { listBackups } from "./list-backups.js";
import { failedBackup, noteBackup } from "./report-file.js";
import { startTask } from "./run-task.js";
import type { BackupSettings } from "./settings.js";
import { isBeingMade, sweepPartial, sweepRestores } from "./sweep.js";

export interface ScheduleOptions {
  readonly places: AppPaths;
  readonly settings: BackupSettings;
  log(tag: "DAEMON" | "ERROR", text: string): void;
}

export class BackupSchedule {
  readonly #options: ScheduleOptions;
  #running: ChildProcess | undefined;

  constructor(options: ScheduleOptions) {
    this.#options = options;
    sweepPartial(options.settings.folder);
    sweepRestores(storeFile(options.places));
  }

  /** Called every minute. */
  look(now = Date.now()): void {
    try {
      if (this.#options.settings.auto && this.#running === undefined && this.#isDue(now)) this.#make();
    } catch (error) {
      this.#options.log("ERROR", `no backup was made: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** A backup that is being made is given up: it does not count. */
  end(): void {
    this.#running?.kill("SIGKILL");
  }

  #isDue(now: number): boolean {
    const { places, settings } = this.#options;
    const last = listBackups(places.data, settings.folder).find(({ origin }) => origin === "own");
    const failed = failedBackup(places);
    const triedAt = Math.max(last?.at ?? 0, failed?.kind === "interval" ? failed.at : 0);
    // Not before a time of the future either: the clock was set back.
    const isTime = Math.abs(now - triedAt) >= settings.intervalMs && changedAt(storeFile(places)) > (last?.at ?? 0);
    return isTime && !isBeingMade(settings.folder);
  }

  #make(): void {
    const { places, log } = this.#options;
    const { folder, activities, keep } = this.#options.settings;
    const task = startTask("make", {
      source: storeFile(places),
      folder,
      kind: "interval",
      activities,
      keep,
      data: places.data,
      home: places.home,
      version: packageVersion(),
    });
    this.#running = task.child;
    void task.result.then((made) => {
      this.#running = undefined;
      if (task.child.signalCode === "SIGKILL") return;
      const problem = "problem" in made ? made.problem : undefined;
      noteBackup(places, "interval", problem);
      if (problem !== undefined) log("ERROR", `no backup was made: ${problem.message}`);
    });
  }
}

/** When the store was last written; 0 if there is none. An empty log is only created, by a program that opens the store. */
function changedAt(file: string): number {
  const times = [file, `${file}-wal`].map((path) => {
    const stat = statOf(path);
    return stat === undefined || stat.size === 0 ? 0 : stat.mtimeMs;
  });
  return Math.max(...times);
}
