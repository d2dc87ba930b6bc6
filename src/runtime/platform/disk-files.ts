/** The read-only disk access for loaders. Unreadable, or a pipe or device, counts as missing; it never throws or blocks. */
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { readPlainFile } from "../../disk/files.js";
import type { Files } from "../../sources/contract.js";

export const diskFiles: Files = {
  read: (path) => attempt(() => readPlainFile(path).toString("utf8")),
  list: (folder) => attempt(() => readdirSync(folder).sort()) ?? [],
  exists: (path) => existsSync(path),
  real: (path) => attempt(() => realpathSync(path)),
};

function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined; // by contract, unreadable means missing
  }
}
