/** SQLite from the package `libsql`, for a Node without its own. Loaded on demand. */
import { createRequire } from "node:module";
import { type Bindable, bindAll, type Driver, type Row, type Statement } from "./driver.js";

interface LibsqlStatement {
  run(values: Bindable[]): { changes: number };
  get(values: Bindable[]): Row | undefined;
  all(values: Bindable[]): Row[];
}

type LibsqlDatabase = new (
  file: string,
) => {
  exec(sql: string): void;
  prepare(sql: string): LibsqlStatement;
  close(): void;
};

export function openLibsql(file: string): Driver {
  const Database = requireHere("libsql") as LibsqlDatabase;
  const db = new Database(file);
  return {
    engine: "libsql",
    exec: (sql) => db.exec(sql),
    prepare: (sql) => statementOf(db.prepare(sql)),
    close: () => db.close(),
  };
}

function statementOf(statement: LibsqlStatement): Statement {
  return {
    run: (values) => statement.run(bindAll(values)).changes,
    get: (values) => statement.get(bindAll(values)),
    all: (values) => statement.all(bindAll(values)),
  };
}

/** The program is one CommonJS bundle, the library ES modules; this file may be part of either. */
function requireHere(name: string): unknown {
  return createRequire(typeof __filename === "string" ? __filename : import.meta.url)(name);
}
