/** Opens the file as the store needs it: private, durable, of a known version. */
import { chmodSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { ensurePrivateFolder, syncPath } from "../disk/files.js";
import { readFirstBytes } from "../disk/plain-file.js";
import { damageIn } from "./damage.js";
import type { Driver } from "./driver.js";
import { openDriver } from "./open-driver.js";
import { migrate, SCHEMA_VERSION, versionOf } from "./schema.js";

export class NewerStore extends Error {
  constructor(version: number) {
    super(`it was created by a newer version (${version}; this program supports ${SCHEMA_VERSION})`);
  }
}

export interface DatabaseOptions {
  readonly file: string;
  /** `OFF` exists only to verify the durability tests. */
  readonly synchronous?: "FULL" | "OFF";
}

/** A check of every page is done only for small files. */
const CHECKED_BYTES = 16 * 2 ** 20;
const HEADER_BYTES = 100;
/** Offset of the schema version in SQLite's file header. */
const VERSION_AT = 60;

/** Throws NewerStore, or errors of the engine or the disk. */
export function openDatabase({ file, synchronous = "FULL" }: DatabaseOptions): Driver {
  ensurePrivateFolder(dirname(file));
  const bytes = makePrivate(file);
  const db = openDriver(file);
  try {
    db.exec("PRAGMA busy_timeout = 5000");
    const version = versionOf(db);
    if (version > SCHEMA_VERSION) throw new NewerStore(version);
    if (bytes === 0) db.exec("PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL");
    db.prepare("PRAGMA journal_mode = WAL").all();
    db.prepare("PRAGMA secure_delete = FAST").all(); // deleted text does not stay in a page
    db.exec(`PRAGMA synchronous = ${synchronous}; PRAGMA cache_size = -4000; PRAGMA journal_size_limit = 67108864`);
    if (bytes > 0 && bytes < CHECKED_BYTES) check(db);
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** True if the file may be replaced by a new one. */
export function isDamaged(error: unknown): boolean {
  const damage = damageIn(error);
  return error instanceof DamagedPages || damage === "file" || damage === "index";
}

class DamagedPages extends Error {}

function check(db: Driver): void {
  const found = String(db.prepare("PRAGMA quick_check(1)").get()?.["quick_check"]);
  if (/\bFTS5\b/.test(found)) db.exec("INSERT INTO search (search) VALUES ('rebuild')");
  else if (found !== "ok") throw new DamagedPages(found);
}

/** True if opening the file would change it to this version. */
export function needsUpgrade(file: string): boolean {
  const isOlder = (version = 0) => version > 0 && version < SCHEMA_VERSION;
  return isOlder(storedVersion(file)) && isOlder(currentVersion(file));
}

/** The header is behind while a reader keeps the last changes in the log. */
function currentVersion(file: string): number | undefined {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0) return storedVersion(file);
  try {
    const db = openDriver(file);
    try {
      return versionOf(db);
    } finally {
      db.close();
    }
  } catch {
    return storedVersion(file); // opening it says why
  }
}

/** Version of the store in a file, as its header has it; undefined if it is no store, or none is there. */
export function storedVersion(file: string): number | undefined {
  try {
    const header = readFirstBytes(file, HEADER_BYTES);
    return header.length === HEADER_BYTES && isSqlite(header) ? header.readUInt32BE(VERSION_AT) : undefined;
  } catch {
    return undefined; // there is none, or opening it says why
  }
}

const NEVER_BY_LINK = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** Creates the file before the engine does, which would use the umask. Returns its size. */
function makePrivate(file: string): number {
  const handle = openSync(file, NEVER_BY_LINK, 0o600);
  try {
    const { size, mode } = statSync(file);
    const header = Buffer.alloc(HEADER_BYTES);
    if (readSync(handle, header, 0, HEADER_BYTES, 0) === HEADER_BYTES && isSqlite(header)) {
      const version = header.readUInt32BE(VERSION_AT);
      if (version > SCHEMA_VERSION) throw new NewerStore(version); // before anything in it is changed
    }
    if ((mode & 0o777) !== 0o600) chmodSync(file, 0o600);
    if (size === 0) for (const folder of [dirname(file), dirname(dirname(file))]) syncPath(folder);
    return size;
  } finally {
    closeSync(handle);
  }
}

function isSqlite(header: Buffer): boolean {
  return header.toString("latin1", 0, 15) === "SQLite format 3";
}
