/**
 * Puts a prepared file in the place of the store. At every moment the store's path names a complete store: the old one or
 * the new one. The old one keeps a second name beside it. The caller makes sure that no daemon runs.
 */
import { constants, copyFileSync, existsSync, linkSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { syncPath } from "../../disk/files.js";
import { removeFile } from "../../disk/short-lock.js";
import { damageIn, freeName } from "../damage.js";
import { openDriver } from "../open-driver.js";

export class StoreInUse extends Error {}

/** Time that another program has to end what it does with the store. */
const WAIT_MS = 5_000;

/** Returns the path of the old store, if there was one. Throws StoreInUse, or errors of the disk. */
export function swapStore(file: string, prepared: string, now: Date): string | undefined {
  if (!existsSync(file)) {
    putInPlace(prepared, file);
    return undefined;
  }
  const aside = freeName(`${file}.before-restore-${now.toISOString().replaceAll(":", "-")}`);
  const release = closeForOthers(file);
  try {
    keepBeside(file, aside);
    putInPlace(prepared, file);
  } finally {
    release();
  }
  return aside;
}

function putInPlace(prepared: string, file: string): void {
  for (const part of ["-wal", "-shm"]) removeFile(file + part); // empty: the old store is one file now
  renameSync(prepared, file);
  syncPath(dirname(file));
}

/** The log of its last changes goes into the file. This needs the only connection, and prevents others. */
function closeForOthers(file: string): () => void {
  const db = openDriver(file);
  try {
    db.exec(`PRAGMA busy_timeout = ${WAIT_MS}`);
    db.prepare("PRAGMA journal_mode = DELETE").all();
    db.exec("BEGIN EXCLUSIVE");
    return () => {
      db.exec("ROLLBACK");
      db.close();
    };
  } catch (error) {
    db.close();
    if (damageIn(error) !== "file") throw new StoreInUse("another program has it open");
    return () => {}; // a damaged store is kept as it is
  }
}

/** A second name for the same file, or a copy where the file system has no such names. */
function keepBeside(file: string, aside: string): void {
  try {
    linkSync(file, aside);
  } catch {
    copyFileSync(file, aside, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    syncPath(aside);
  }
}
