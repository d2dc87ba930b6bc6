/** Makes a backup: a copy that is opened, checked and counted under another name, then its manifest, then its name. */
import { existsSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import type { Backup, BackupKind, BackupManifest, BackupOrigin } from "../../core/records/backup.js";
import { randomName } from "../../disk/digest.js";
import { syncPath } from "../../disk/files.js";
import { hashFile } from "../../disk/plain-file.js";
import { copyStore, removeDatabase } from "../../store/backup/copy-store.js";
import { inspectCopy } from "../../store/backup/inspect-copy.js";
import { folderProblem, projectAround, rememberElsewhere, usualFolder } from "./folder.js";
import { backupName, pruneBackups } from "./list-backups.js";
import { readManifest, writeManifest } from "./manifest.js";
import { partialName, sweepPartial } from "./sweep.js";

export interface MakeRequest {
  readonly source: string;
  readonly folder: string;
  /** A file of the caller's, instead of a name in the folder. */
  readonly to?: string;
  readonly kind: BackupKind;
  readonly activities: boolean;
  readonly keep: number;
  readonly data: string;
  readonly home: string;
  /** Of this program. */
  readonly version: string;
}

export type Made = { readonly backup: Backup; readonly removed: readonly string[] } | { readonly problem: Finding };

const RANDOM_BYTES = 3;

/** Never throws. */
export function makeBackup(request: MakeRequest): Made {
  const { source, folder, to, kind, keep, data } = request;
  if (!existsSync(source)) return { problem: finding("BACKUP_NOTHING", "there is no store yet", { file: source }) };
  const problem = to === undefined ? folderProblem(request, folder) : targetProblem(request, to);
  if (problem !== undefined) return { problem };
  const at = new Date();
  const file = to ?? join(folder, backupName(at, randomName(RANDOM_BYTES)));
  try {
    sweepPartial(folder);
    writeBackup(request, file, at.getTime());
    if (to !== undefined) rememberElsewhere(request, "files", to);
    else if (folder !== usualFolder(request)) rememberElsewhere(request, "folders", folder);
    const backup = readManifest(data, file);
    if (backup === undefined) throw new Error("its manifest cannot be read");
    const isAutomatic = to === undefined && (kind === "interval" || kind === "upgrade");
    return { backup, removed: isAutomatic ? pruneBackups(data, folder, kind, keep) : [] };
  } catch (error) {
    return { problem: finding("BACKUP_FAILED", (error as Error).message, { file }) };
  }
}

function writeBackup(request: MakeRequest, file: string, at: number): void {
  const { source, kind, activities, data, version } = request;
  const partial = partialName(file);
  copyStore({ source, target: partial, activities });
  try {
    completeBackup(data, partial, file, { at, kind, version, activities });
  } catch (error) {
    removeDatabase(partial);
    throw error;
  }
}

/** Checks the copy and gives it its name. Throws. */
export function completeBackup(
  data: string,
  partial: string,
  file: string,
  { at, kind, version, activities }: Pick<BackupManifest, "at" | "kind" | "version" | "activities">,
  origin: BackupOrigin = "own",
): void {
  const facts = { at, kind, version, activities, ...inspectCopy(partial), ...hashFile(partial) };
  writeManifest(data, file, { format: 1, ...facts }, origin);
  renameSync(partial, file);
  syncPath(dirname(file));
}

function targetProblem(request: MakeRequest, to: string): Finding | undefined {
  const where = { file: to };
  if ([to, `${to}.json`].some((file) => existsSync(file)))
    return finding("FILE_EXISTS", "there is a file with this name already", where);
  const folder = dirname(to);
  if (!existsSync(folder)) return finding("BACKUP_FOLDER", "its folder does not exist", where);
  const project = projectAround(request, folder);
  return project === undefined
    ? undefined
    : finding("BACKUP_FOLDER", `it is inside the project ${project}, where agents and git read files`, where);
}
