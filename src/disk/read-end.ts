/** The end of a file that somebody else writes and names. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

export interface FileEnd {
  readonly text: string;
  readonly changedAt: number;
}

/** Undefined for what is missing, may not be read or is no plain file: a pipe would make us wait for ever. */
export function readEnd(path: string, limit: number, options: { followLink?: boolean } = {}): FileEnd | undefined {
  const link = options.followLink === false ? (constants.O_NOFOLLOW ?? 0) : 0;
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | link);
  } catch {
    return undefined;
  }
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return undefined;
    const bytes = Buffer.alloc(Math.min(stat.size, limit));
    const count = readSync(file, bytes, 0, bytes.length, stat.size - bytes.length);
    return { text: bytes.toString("utf8", 0, count), changedAt: stat.mtimeMs };
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}
