/** The last backup that failed, for `status` and `doctor`, until one succeeds. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import type { BackupKind } from "../../core/records/backup.js";
import { parseObject } from "../../core/text/json.js";
import { writePrivateFile } from "../../disk/files.js";
import { removeFile } from "../../disk/short-lock.js";
import type { AppPaths } from "../../runtime/platform/paths.js";

export interface FailedBackup {
  readonly at: number;
  readonly kind: BackupKind;
  readonly message: string;
}

type Places = Pick<AppPaths, "state">;

function reportFile({ state }: Places): string {
  return join(state, "backup-failed.json");
}

/** Never throws. */
export function noteBackup(places: Places, kind: BackupKind, problem: Finding | undefined, at = Date.now()): void {
  if (problem === undefined) return removeFile(reportFile(places));
  const file = problem.file === undefined ? "" : ` (${problem.file})`;
  const failed: FailedBackup = { at, kind, message: `${problem.message}${file}` };
  try {
    writePrivateFile(reportFile(places), `${JSON.stringify(failed)}\n`);
  } catch {
    // The disk that refused the backup; the daemon's log has it.
  }
}

export function failedBackup(places: Places): FailedBackup | undefined {
  try {
    const { at, kind, message } = parseObject(readFileSync(reportFile(places), "utf8")) ?? {};
    if (typeof at !== "number" || typeof kind !== "string" || typeof message !== "string") return undefined;
    return { at, kind: kind as BackupKind, message };
  } catch {
    return undefined; // none failed
  }
}

export function backupFinding(places: Places): Finding | undefined {
  const failed = failedBackup(places);
  if (failed === undefined) return undefined;
  const when = failed.kind === "upgrade" ? "before an upgrade of the store" : `of ${new Date(failed.at).toISOString()}`;
  return finding("BACKUP_MISSED", `the backup ${when} failed: ${failed.message}`);
}
