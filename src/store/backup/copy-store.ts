/** Copies a store that other processes may be writing to, into a file of its own. Synchronous: not for the store's thread. */
import { chmodSync, closeSync, constants, openSync, statfsSync, statSync, unlinkSync } from "node:fs";
import { dirname } from "node:path";
import { syncPath } from "../../disk/files.js";
import type { Driver } from "../driver.js";
import { openDriver } from "../open-driver.js";
import { versionOf } from "../schema.js";

export interface CopyOptions {
  readonly source: string;
  /** Must not exist. */
  readonly target: string;
  /** False: leaves out tool calls. */
  readonly activities: boolean;
}

/** Recording must go on after a backup. */
const LEFT_FREE_BYTES = 20_000_000;
const MEGABYTE = 1_000_000;
const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);

/** Throws errors of the engine or the disk; then the target does not exist. */
export function copyStore({ source, target, activities }: CopyOptions): void {
  const bytes = statSync(source).size + (statSync(`${source}-wal`, { throwIfNoEntry: false })?.size ?? 0);
  // Leaving out needs a second copy for a moment.
  requireRoom(dirname(target), bytes * (activities ? 1 : 2));
  closeSync(openSync(target, NEW, 0o600));
  try {
    const least = withDatabase(source, (db) => {
      const before = lastEvent(db);
      db.prepare("VACUUM INTO ?").run([target]);
      return Math.min(before, lastEvent(db)); // less than before if something was forgotten meanwhile
    });
    withDatabase(target, (db) => {
      if (lastEvent(db) < least) throw new Error("the copy lacks events");
      closeQuestions(db);
      if (!activities) leaveOutActivities(db);
    });
    chmodSync(target, 0o600);
    syncPath(target);
  } catch (error) {
    removeDatabase(target);
    throw error;
  }
}

export function removeDatabase(file: string): void {
  for (const part of ["", "-journal", "-wal", "-shm"])
    try {
      unlinkSync(file + part);
    } catch {
      // there is none
    }
}

/** Throws if the disk has less free space than this and a reserve. */
export function requireRoom(folder: string, bytes: number): void {
  const { bavail, bsize, blocks } = statfsSync(folder);
  const free = bavail * bsize;
  const wanted = bytes + LEFT_FREE_BYTES;
  // Some virtual file systems say 0 for everything.
  if (blocks > 0 && free < wanted)
    throw new Error(`it needs ${Math.ceil(wanted / MEGABYTE)} MB, and ${Math.floor(free / MEGABYTE)} MB are free`);
}

export function withDatabase<T>(file: string, work: (db: Driver) => T): T {
  const db = openDriver(file);
  try {
    db.exec("PRAGMA busy_timeout = 5000");
    return work(db);
  } finally {
    db.close();
  }
}

/** Since this version a question has a state. Older ones end when they are migrated. */
const HAS_STATES = 5;

/** An approval that was given must not count again in a copy: every question that can still change ends as `lapsed`. */
export function closeQuestions(db: Driver): void {
  if (versionOf(db) < HAS_STATES) return;
  db.exec(
    `UPDATE asks SET open = 0, body = json_set(body, '$.state', 'lapsed')
      WHERE open <> 0 OR body ->> '$.state' IN ('open', 'parked', 'waiting')`,
  );
}

function leaveOutActivities(db: Driver): void {
  db.exec("BEGIN IMMEDIATE");
  for (const table of ["activities", "evidence"]) if (hasTable(db, table)) db.exec(`DELETE FROM ${table}`);
  db.exec("DELETE FROM events WHERE event IN ('PostToolUse', 'PostToolUseFailure') AND verdict = 'none'");
  db.exec("UPDATE counts SET n = (SELECT count(*) FROM events) WHERE name = 'events'");
  if (hasTable(db, "search")) db.exec("INSERT INTO search (search) VALUES ('rebuild')");
  db.exec("COMMIT");
  db.exec("VACUUM"); // deleted text does not stay in a page
}

function lastEvent(db: Driver): number {
  return Number(db.prepare("SELECT max(seq) AS n FROM events").get()?.["n"] ?? 0);
}

export function hasTable(db: Driver, name: string): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get([name]) !== undefined;
}
