/** Makes a store of a backup: of this version, with nothing in it that makes things less strict. */
import { existsSync } from "node:fs";
import { TRUST } from "../../core/records/memory.js";
import { syncPath } from "../../disk/files.js";
import { removeFile } from "../../disk/short-lock.js";
import type { Driver } from "../driver.js";
import { openDatabase } from "../open-database.js";
import { closeQuestions, hasTable, withDatabase } from "./copy-store.js";

export interface PrepareOptions {
  /** Changed in place. */
  readonly file: string;
  /** The store that it will replace. */
  readonly current: string;
  /** It was not made by this installation, or changed since. */
  readonly isForeign: boolean;
  /** Removes what is known of a session. */
  makePrivate(file: string, sessions: readonly string[]): Promise<void>;
}

const IMPORTED = TRUST.indexOf("imported");

/** Rejects with errors of the engine or the disk. */
export async function prepareStore({ file, current, isForeign, makePrivate }: PrepareOptions): Promise<void> {
  const db = openDatabase({ file }); // migrates
  try {
    closeQuestions(db);
    if (isForeign) lowerTrust(db);
  } finally {
    db.close();
  }
  const sessions = privateSessions(current);
  if (sessions.length > 0) await makePrivate(file, sessions);
  asOneFile(file);
}

/** The log of its last changes goes into the file, so that it can be renamed alone. */
export function asOneFile(file: string): void {
  withDatabase(file, (db) => {
    const done = db.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
    if (Number(done?.["busy"] ?? 0) !== 0) throw new Error("another program has it open");
  });
  for (const part of ["-wal", "-shm"]) removeFile(file + part);
  syncPath(file);
}

/** Their trust cannot be verified: they are not shown to agents until a person has reviewed them. */
function lowerTrust(db: Driver): void {
  db.prepare("UPDATE memories SET trust = ?, body = json_set(body, '$.trust', 'imported') WHERE trust > ?").run([
    IMPORTED,
    IMPORTED,
  ]);
}

/** Sessions that were made private since the backup stay private. */
function privateSessions(file: string): string[] {
  try {
    if (!existsSync(file)) return []; // opening it would create it
    return withDatabase(file, (db) =>
      hasTable(db, "private_sessions")
        ? db
            .prepare("SELECT id FROM private_sessions")
            .all()
            .map(({ id }) => String(id))
        : [],
    );
  } catch {
    return []; // it is damaged
  }
}
