/** The end or the beginning of a file that somebody else writes and names. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";

export interface FileEnd {
  readonly text: string;
  readonly changedAt: number;
}

export function readEnd(path: string, limit: number, options: { followLink?: boolean } = {}): FileEnd | undefined {
  return readPart(path, limit, { ...options, from: "end" });
}

export function readStart(path: string, limit: number): string | undefined {
  return readPart(path, limit, { from: "start" })?.text;
}

interface Part {
  readonly from: "start" | "end";
  readonly followLink?: boolean;
}

/** Undefined for what is missing, may not be read or is no plain file: a pipe would make us wait for ever. */
function readPart(path: string, limit: number, options: Part): FileEnd | undefined {
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
    const count = readSync(file, bytes, 0, bytes.length, options.from === "end" ? stat.size - bytes.length : 0);
    return { text: bytes.toString("utf8", 0, count), changedAt: stat.mtimeMs };
  } catch {
    return undefined;
  } finally {
    closeSync(file);
  }
}
