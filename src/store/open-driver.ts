/** Selects the engine: Node's own if available, otherwise the package. */
import type { Driver } from "./driver.js";
import { openLibsql } from "./driver-libsql.js";
import { findNodeSqlite, openNodeSqlite } from "./driver-node.js";

export function openDriver(file: string): Driver {
  const own = findNodeSqlite();
  return own === undefined ? openLibsql(file) : openNodeSqlite(own, file);
}
