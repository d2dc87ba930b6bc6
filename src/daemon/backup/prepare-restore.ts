/** Checks a backup and makes a store of a copy of it, beside the store in use. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import type { Backup, BackupCounts, BackupOrigin } from "../../core/records/backup.js";
import { randomName } from "../../disk/digest.js";
import { ensurePrivateFolder } from "../../disk/files.js";
import { copyPlainFile } from "../../disk/plain-file.js";
import { removeDatabase } from "../../store/backup/copy-store.js";
import { inspectCopy, schemaOf, UnusableBackup } from "../../store/backup/inspect-copy.js";
import { prepareStore } from "../../store/backup/prepare-store.js";
import { readManifest } from "./manifest.js";
import { openCopy } from "./open-copy.js";
import { restoringName, sweepRestores } from "./sweep.js";

export interface PrepareRequest {
  readonly file: string;
  /** The store in use. */
  readonly current: string;
  readonly data: string;
  /** Only checks it. */
  readonly dryRun: boolean;
  /** Of the process that will put it in place. */
  readonly pid: number;
}

export interface PreparedRestore {
  readonly origin: BackupOrigin;
  /** Absent without a manifest. */
  readonly manifest?: Backup;
  readonly schema: number;
  readonly counts: BackupCounts;
  /** Path of the new store; absent in a dry run. */
  readonly prepared?: string;
}

export type Prepared = PreparedRestore | { readonly problem: Finding };

const RANDOM_BYTES = 4;

/** Never rejects. */
export async function prepareRestore({ file, current, data, dryRun, pid }: PrepareRequest): Promise<Prepared> {
  const copy = restoringName(current, pid, randomName(RANDOM_BYTES));
  try {
    schemaOf(file); // before a large file is copied
    ensurePrivateFolder(dirname(current));
    sweepRestores(current);
    const { sha256 } = copyPlainFile(file, copy);
    const manifest = readManifest(data, file);
    if (manifest !== undefined && manifest.sha256 !== sha256)
      throw new UnusableBackup("BACKUP_INVALID", "it was changed since it was made: its manifest has another hash");
    const inspected = inspectCopy(copy);
    const origin = manifest?.origin ?? "foreign";
    const found = { origin, ...inspected, ...(manifest === undefined ? {} : { manifest }) };
    if (dryRun) return removed(copy, found);
    await prepareStore({ file: copy, current, isForeign: origin === "foreign", makePrivate });
    return { ...found, prepared: copy };
  } catch (error) {
    const code = error instanceof UnusableBackup ? error.code : existsSync(file) ? "RESTORE_FAILED" : "BACKUP_INVALID";
    return removed(copy, { problem: finding(code, (error as Error).message, { file }) });
  }
}

async function makePrivate(file: string, sessions: readonly string[]): Promise<void> {
  const store = openCopy(file);
  try {
    for (const session of sessions) await store.makePrivate(session);
  } finally {
    await store.close();
  }
}

function removed<T>(copy: string, result: T): T {
  removeDatabase(copy);
  return result;
}
