/** The end or the beginning of a file that somebody else writes and names. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

export interface FileEnd {
  readonly text: string;
  readonly changedAt: number;
}

export function readEnd(path: string, limit: number, options: { followLink?: boolean } = {}): FileEnd | undefined {
  return readPart(path, limit, { ...options, from: "end" });
}

export interface SoonOptions {
  readonly followLink?: boolean;
  /** Undefined for a file that was changed after this time; it is not read then. */
  readonly changedBefore?: number;
}

/** The same without blocking. Never rejects. */
export async function readEndSoon(path: string, limit: number, options: SoonOptions): Promise<FileEnd | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, flags(options.followLink));
    const stat = await file.stat();
    if (!stat.isFile() || stat.mtimeMs > (options.changedBefore ?? Number.POSITIVE_INFINITY)) return undefined;
    const bytes = Buffer.alloc(Math.min(stat.size, limit));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, stat.size - bytes.length);
    return { text: bytes.toString("utf8", 0, bytesRead), changedAt: stat.mtimeMs };
  } catch {
    return undefined;
  } finally {
    await file?.close().catch(() => {});
  }
}

function flags(followLink = true): number {
  return constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (followLink ? 0 : (constants.O_NOFOLLOW ?? 0));
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
  let file: number;
  try {
    file = openSync(path, flags(options.followLink));
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
