/** The read-only disk access for loaders. Unreadable counts as missing; it never throws. */
import { existsSync, readdirSync, readFileSync, realpathSync } from "node:fs";
import type { Files } from "../../sources/contract.js";

export const diskFiles: Files = {
  read: (path) => attempt(() => readFileSync(path, "utf8")),
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
