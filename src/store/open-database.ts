/** Opens the file as the store needs it: private, durable, of a version this program knows. */
import { chmodSync, closeSync, constants, openSync, readSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { ensurePrivateFolder, syncPath } from "../disk/files.js";
import { damageIn } from "./damage.js";
import type { Driver } from "./driver.js";
import { openDriver } from "./open-driver.js";
import { migrate, SCHEMA_VERSION, versionOf } from "./schema.js";

export class NewerStore extends Error {
  constructor(version: number) {
    super(`it was made by a newer version (${version}, this program knows ${SCHEMA_VERSION})`);
  }
}

export interface DatabaseOptions {
  readonly file: string;
  /** `OFF` exists to show that the tests of durability would notice. */
  readonly synchronous?: "FULL" | "OFF";
}

/** A look at every page is worth its time only while it is short. */
const CHECKED_BYTES = 16 * 2 ** 20;
const HEADER_BYTES = 100;
/** Where SQLite's file header keeps the number that says which schema it is. */
const VERSION_AT = 60;

/** Throws NewerStore, or what the engine or the disk says. */
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
    db.prepare("PRAGMA secure_delete = FAST").all(); // deleted text does not stay behind in a page
    db.exec(`PRAGMA synchronous = ${synchronous}; PRAGMA cache_size = -4000; PRAGMA journal_size_limit = 67108864`);
    if (bytes > 0 && bytes < CHECKED_BYTES) check(db);
    migrate(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Whether the file is one that a new one may replace. */
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

const NEVER_BY_LINK = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** Makes it before the engine does, which would leave it to the umask. Returns how large it is. */
function makePrivate(file: string): number {
  const handle = openSync(file, NEVER_BY_LINK, 0o600);
  try {
    const { size, mode } = statSync(file);
    const header = Buffer.alloc(HEADER_BYTES);
    if (readSync(handle, header, 0, HEADER_BYTES, 0) === HEADER_BYTES && isSqlite(header)) {
      const version = header.readUInt32BE(VERSION_AT);
      if (version > SCHEMA_VERSION) throw new NewerStore(version); // before anything of it is touched
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
