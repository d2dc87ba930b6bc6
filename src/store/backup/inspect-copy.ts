/** Opens a copy of a store and checks it completely: only then it counts as a backup. */
import type { FindingCode } from "../../core/errors.js";
import type { BackupCounts } from "../../core/records/backup.js";
import { readFirstBytes } from "../../disk/plain-file.js";
import type { Driver } from "../driver.js";
import { createSchema, SCHEMA_VERSION } from "../schema.js";
import { hasTable, withDatabase } from "./copy-store.js";

export class UnusableBackup extends Error {
  constructor(
    readonly code: Extract<FindingCode, "BACKUP_INVALID" | "BACKUP_NEWER">,
    message: string,
  ) {
    super(message);
  }
}

export interface Inspected {
  readonly schema: number;
  readonly counts: BackupCounts;
}

const HEADER_BYTES = 100;
const VERSION_AT = 60;
const NEEDED = ["events", "sessions", "batches", "activities", "asks", "counts"];

/** Version of the store that the file says it holds. Throws UnusableBackup if it is no store or a newer one. */
export function schemaOf(file: string): number {
  const header = headerOf(file);
  if (header.length < HEADER_BYTES) throw new UnusableBackup("BACKUP_INVALID", "it is empty or cut off");
  if (header.toString("latin1", 0, 15) !== "SQLite format 3")
    throw new UnusableBackup("BACKUP_INVALID", "it is not a SQLite file");
  const version = header.readUInt32BE(VERSION_AT);
  if (version > SCHEMA_VERSION)
    throw new UnusableBackup(
      "BACKUP_NEWER",
      `it was made by a newer version (${version}; this program supports ${SCHEMA_VERSION})`,
    );
  return version;
}

function headerOf(file: string): Buffer {
  try {
    return readFirstBytes(file, HEADER_BYTES);
  } catch (error) {
    throw new UnusableBackup("BACKUP_INVALID", `it cannot be read: ${(error as Error).message}`);
  }
}

/** A private copy, not the backup of a person. Throws UnusableBackup. */
export function inspectCopy(file: string): Inspected {
  const schema = schemaOf(file);
  try {
    return withDatabase(file, (db) => ({ schema, counts: check(db, schema) }));
  } catch (error) {
    if (error instanceof UnusableBackup) throw error;
    throw new UnusableBackup("BACKUP_INVALID", `it is damaged: ${(error as Error).message}`);
  }
}

function check(db: Driver, schema: number): BackupCounts {
  const missing = schema === 0 ? "its tables" : NEEDED.find((name) => !hasTable(db, name));
  if (missing !== undefined) throw new UnusableBackup("BACKUP_INVALID", `it is not a store: ${missing} is missing`);
  const other = unknownCode(db, schema);
  if (other !== undefined) throw new UnusableBackup("BACKUP_INVALID", `it contains "${other}", which no store has`);
  const found = String(db.prepare("PRAGMA integrity_check(1)").get()?.["integrity_check"]);
  if (found !== "ok") throw new UnusableBackup("BACKUP_INVALID", `it is damaged: ${found}`);
  const count = (sql: string) => Number(db.prepare(sql).get()?.["n"]);
  const events = count("SELECT count(*) AS n FROM events");
  const counted = count("SELECT n FROM counts WHERE name = 'events'");
  if (events !== counted)
    throw new UnusableBackup("BACKUP_INVALID", `it holds ${events} events and says that it holds ${counted}`);
  return {
    events,
    sessions: count("SELECT count(*) AS n FROM sessions"),
    memories: hasTable(db, "memories") ? count("SELECT count(*) AS n FROM memories") : 0,
  };
}

/** A trigger or a view runs with the statements of the program: only our own may be in the file. */
function unknownCode(db: Driver, schema: number): string | undefined {
  const own = withDatabase(":memory:", (empty) => {
    createSchema(empty, schema);
    return new Set(codeIn(empty).map(({ text }) => text));
  });
  return codeIn(db).find(({ text }) => !own.has(text))?.name;
}

function codeIn(db: Driver): { readonly name: string; readonly text: string }[] {
  return db
    .prepare("SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')")
    .all()
    .map(({ type, name, sql }) => ({
      name: String(name),
      text: `${String(type)} ${String(name)} ${String(sql).replace(/\s+/g, " ")}`,
    }));
}
