/**
 * The little of SQLite that the store needs, the same for every engine. Parameters always travel as an array of values
 * that every engine binds alike: one of them ends the whole process over a boolean or a Date.
 */
export type Bindable = string | number | bigint | Uint8Array | null;
export type Row = Readonly<Record<string, unknown>>;

export interface Statement {
  /** How many rows changed. */
  run(values?: readonly unknown[]): number;
  get(values?: readonly unknown[]): Row | undefined;
  all(values?: readonly unknown[]): readonly Row[];
}

/** All of it is synchronous and throws what the engine throws. */
export interface Driver {
  readonly engine: "node:sqlite" | "libsql";
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** What can be stored of a value. A Date is refused: engines disagree on what it means. */
export function bindable(value: unknown): Bindable {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`a ${value instanceof Date ? "Date" : typeof value} cannot be stored; store a number or a text`);
}

export function bindAll(values: readonly unknown[] | undefined): Bindable[] {
  return values === undefined ? [] : values.map(bindable);
}

/** Everything or nothing. Takes the right to write at once, so that nobody can come between reading and writing. */
export function inTransaction<T>(db: Driver, work: () => T): T {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    try {
      db.exec("ROLLBACK");
    } catch {
      // the engine has already rolled back, as it does when the disk is full
    }
    throw error;
  }
}

/**
 * The same, without waiting for the disk: for what can be made again. A loss of power may undo it, never a part of it, and
 * never what was committed before; the next commit that waits takes it along.
 */
export function inUnsyncedTransaction<T>(db: Driver, work: () => T): T {
  const usual = Number(db.prepare("PRAGMA synchronous").get()?.["synchronous"]);
  db.exec(`PRAGMA synchronous = ${Math.min(usual, NORMAL)}`);
  try {
    return inTransaction(db, work);
  } finally {
    db.exec(`PRAGMA synchronous = ${usual}`);
  }
}

/** With a log, SQLite syncs at this level before it moves the log into the file, and not at each commit. */
const NORMAL = 1;
