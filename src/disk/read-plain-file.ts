/** A file that somebody else has put there: a project may name a pipe, a terminal or an endless device like a config file. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";

/** Scripts that an approval covers are the largest that is read; a config is refused long before. */
export const LIMIT_BYTES = 64 * 1024 * 1024;

/** Throws for what is missing, may not be read, is no plain file or is too large. Never waits for anybody. */
export function readPlainFile(path: string): Buffer {
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0));
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) throw new Error("it is no plain file");
    if (stat.size > LIMIT_BYTES) throw new Error("it is too large");
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}
