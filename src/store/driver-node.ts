/** SQLite of the running Node (22.13 and newer). */
import { bindAll, type Driver, type Row, type Statement } from "./driver.js";

interface NodeStatement {
  run(...values: unknown[]): { changes: number | bigint };
  get(...values: unknown[]): Row | undefined;
  all(...values: unknown[]): Row[];
}

interface NodeSqlite {
  readonly DatabaseSync: new (
    file: string,
  ) => {
    exec(sql: string): void;
    prepare(sql: string): NodeStatement;
    close(): void;
  };
}

/** Undefined if this Node has none. */
export function findNodeSqlite(): NodeSqlite | undefined {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 22 || (major === 22 && minor < 13)) return undefined;
  // The types are those of the oldest supported Node, which lacks this module.
  return process.getBuiltinModule("node:sqlite" as "node:fs") as unknown as NodeSqlite | undefined;
}

export function openNodeSqlite({ DatabaseSync }: NodeSqlite, file: string): Driver {
  const db = new DatabaseSync(file);
  return {
    engine: "node:sqlite",
    exec: (sql) => db.exec(sql),
    prepare: (sql) => statementOf(db.prepare(sql)),
    close: () => db.close(),
  };
}

function statementOf(statement: NodeStatement): Statement {
  return {
    run: (values) => Number(statement.run(...bindAll(values)).changes),
    get: (values) => statement.get(...bindAll(values)),
    all: (values) => statement.all(...bindAll(values)),
  };
}
