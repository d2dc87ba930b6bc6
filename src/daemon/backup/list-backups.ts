/** Backups of a folder. Good is one whose manifest was written, and whose size is that of the manifest. */
import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Backup, BackupKind } from "../../core/records/backup.js";
import { removeFile } from "../../disk/short-lock.js";
import { manifestFile, readManifest } from "./manifest.js";

const OURS = /^snaphook-\d{8}T\d{6}Z-[0-9a-f]{6}\.db$/;

export function backupName(at: Date, random: string): string {
  return `snaphook-${at.toISOString().replaceAll(/[-:]|\.\d+/g, "")}-${random}.db`;
}

/** Newest first. */
export function listBackups(data: string, folder: string): Backup[] {
  return namesIn(folder)
    .filter((name) => OURS.test(name))
    .flatMap((name) => goodBackup(data, join(folder, name)) ?? [])
    .sort((one, other) => other.at - one.at || (other.file < one.file ? -1 : 1));
}

/** Undefined if it was not completed, or its size is another one. */
export function goodBackup(data: string, file: string): Backup | undefined {
  const backup = readManifest(data, file);
  const stat = lstatSync(file, { throwIfNoEntry: false });
  return backup !== undefined && stat?.isFile() && stat.size === backup.bytes ? backup : undefined;
}

/** Files of our names without a manifest that fits: copied, cut off or changed by another program. */
export function otherFiles(data: string, folder: string): string[] {
  return namesIn(folder)
    .filter((name) => OURS.test(name))
    .map((name) => join(folder, name))
    .filter((file) => goodBackup(data, file) === undefined);
}

/** Keeps the newest of a kind. */
export function pruneBackups(data: string, folder: string, kind: BackupKind, keep: number): string[] {
  const old = listBackups(data, folder)
    .filter((backup) => backup.kind === kind && backup.origin === "own")
    .slice(keep);
  for (const { file } of old) removeBackup(file);
  return old.map(({ file }) => file);
}

/** The manifest last: without the file it is swept, the other way round the file would stay. */
export function removeBackup(file: string): void {
  removeFile(file);
  removeFile(manifestFile(file));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // there is none
  }
}
