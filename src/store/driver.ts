/**
 * The subset of SQLite that the store needs, the same for every engine. Parameters are always an array of values that
 * every engine binds alike: one of them crashes the process on a boolean or a Date.
 */
export type Bindable = string | number | bigint | Uint8Array | null;
export type Row = Readonly<Record<string, unknown>>;

export interface Statement {
  /** Number of changed rows. */
  run(values?: readonly unknown[]): number;
  get(values?: readonly unknown[]): Row | undefined;
  all(values?: readonly unknown[]): readonly Row[];
}

/** Synchronous; throws the engine's errors. */
export interface Driver {
  readonly engine: "node:sqlite" | "libsql";
  exec(sql: string): void;
  prepare(sql: string): Statement;
  close(): void;
}

/** Converts a value for storage. Rejects a Date: engines disagree on its meaning. */
export function bindable(value: unknown): Bindable {
  if (value === undefined || value === null) return null;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value;
  if (value instanceof Uint8Array) return value;
  throw new TypeError(
    `a ${value instanceof Date ? "Date" : typeof value} cannot be stored; store a number or a string`,
  );
}

export function bindAll(values: readonly unknown[] | undefined): Bindable[] {
  return values === undefined ? [] : values.map(bindable);
}

const statements = new WeakMap<Driver, Map<string, Statement>>();

/**
 * Prepared once per connection. One engine frees a statement only at a garbage collection, so preparing it for each use
 * fills the memory. The texts must be few.
 */
export function prepared(db: Driver, sql: string): Statement {
  const known = statements.get(db) ?? new Map<string, Statement>();
  statements.set(db, known);
  const statement = known.get(sql) ?? db.prepare(sql);
  known.set(sql, statement);
  return statement;
}

/** Before a table is dropped: forgets the statements that name it. */
export function forgetPrepared(db: Driver, table: string): void {
  const known = statements.get(db);
  for (const sql of known?.keys() ?? []) if (sql.includes(table)) known?.delete(sql);
}

/** Atomic. Takes the write lock at once, so that no other writer comes between reading and writing. */
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
      // the engine has already rolled back, as on a full disk
    }
    throw error;
  }
}

/**
 * The same without waiting for the disk: for data that can be derived again. A power failure may undo it as a whole,
 * but never earlier commits; the next synchronous commit includes it.
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

/** In WAL mode, SQLite syncs at this level only before a checkpoint, not at each commit. */
const NORMAL = 1;
