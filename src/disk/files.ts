/** Files of ours: private whatever the umask, replaced atomically, never through a link. */
import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  promises,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { randomName } from "./digest.js";

/** How the folders are called in which such files are made. */
const NAMELESS = "snaphook-";

export function ensurePrivateFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeParents(dirname(folder));
  makeFolder(folder);
}

/** One by one: Node's own way tries without end where a folder is there and nothing can be made in it, as in /proc. */
function makeParents(folder: string): void {
  if (folder === dirname(folder) || statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeParents(dirname(folder));
  makeFolder(folder);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
    chmodSync(folder, 0o700); // a umask may have taken our own rights away
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error; // else somebody was faster
  }
}

/** Throws when the disk refuses; callers turn that into a finding or go on without. */
export function writePrivateFile(path: string, text: string | Uint8Array, options: ReplaceOptions = {}): void {
  ensurePrivateFolder(dirname(path));
  replaceFile(path, text, options);
}

export interface ReplaceOptions {
  readonly durable?: boolean;
  readonly mode?: number;
  /** Kept where the system lets us. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/** Nobody ever sees half of the file, and a failure leaves nothing beside it. */
export function replaceFile(path: string, text: string | Uint8Array, options: ReplaceOptions = {}): void {
  const temporary = `${path}.${randomName(6)}.tmp`;
  const handle = openSync(temporary, "wx", 0o600);
  try {
    try {
      writeFileSync(handle, text);
      if (options.owner !== undefined) giveTo(handle, options.owner);
      fchmodSync(handle, options.mode ?? 0o600); // after the owner: a new one takes special bits away
      if (options.durable) fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, path);
  } catch (error) {
    unlinkSync(temporary);
    throw error;
  }
}

/**
 * A private file that has lost its name before anything is written to it: nothing of it can be found once this process has
 * ended, however it ends. Returns its descriptor. Throws when the disk refuses.
 */
export function openNamelessFile(text: string): number {
  const folder = mkdtempSync(join(tmpdir(), NAMELESS));
  let handle: number;
  try {
    handle = openSync(join(folder, "payload"), "wx+", 0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  try {
    writeFileSync(handle, text);
    return handle;
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/** All of it, wherever the descriptor stands. Throws for what is no plain file. */
export function readFromStart(handle: number): string {
  const { size } = fstatSync(handle);
  const bytes = Buffer.alloc(size);
  let count = 0;
  for (let read = -1; read !== 0 && count < size; count += read)
    read = readSync(handle, bytes, count, size - count, count);
  return bytes.toString("utf8", 0, count);
}

/** A file or folder. A folder keeps the names of its files: a new one survives a loss of power if its folder was synced too. */
export function syncPath(path: string): void {
  const handle = openSync(path, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function giveTo(handle: number, { uid, gid }: NonNullable<ReplaceOptions["owner"]>): void {
  try {
    fchownSync(handle, uid, gid);
  } catch {
    // only root may give files away; who may replace this one may also own it
  }
}

// A file that somebody else has put there: a project may name a pipe, a terminal or an endless device like a config file.

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

// The end or the beginning of a file that somebody else writes and names.

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
    file = await promises.open(path, flags(options.followLink));
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
