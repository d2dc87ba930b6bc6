/** Our own files: private whatever the umask, replaced atomically, never through a link. */
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
  type Stats,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { randomName } from "./digest.js";

/** Names of the directories in which such files are created. */
const NAMELESS = "snaphook-";

export function ensurePrivateFolder(folder: string): void {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeParents(dirname(folder));
  makeFolder(folder);
}

/**
 * One by one: Node's recursive mkdir loops forever where a directory exists and nothing can be created, as in /proc.
 */
function makeParents(folder: string): void {
  if (folder === dirname(folder) || statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  makeParents(dirname(folder));
  makeFolder(folder);
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
    chmodSync(folder, 0o700); // a umask may have removed our own permissions
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error; // otherwise another process was faster
  }
}

/** Undefined if there is none, or if it cannot be looked at: no permission, a circle of links, a disk error. */
export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Throws on a disk error; callers turn that into a finding or continue without. */
export function writePrivateFile(path: string, text: string | Uint8Array, options: ReplaceOptions = {}): void {
  ensurePrivateFolder(dirname(path));
  replaceFile(path, text, options);
}

export interface ReplaceOptions {
  readonly durable?: boolean;
  readonly mode?: number;
  /** Kept if the system allows it. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/** Readers never see a partial file, and a failure leaves nothing behind. */
export function replaceFile(path: string, text: string | Uint8Array, options: ReplaceOptions = {}): void {
  const temporary = `${path}.${randomName(6)}.tmp`;
  const handle = openSync(temporary, "wx", 0o600);
  try {
    try {
      writeFileSync(handle, text);
      if (options.owner !== undefined) giveTo(handle, options.owner);
      fchmodSync(handle, options.mode ?? 0o600); // after chown, which clears special bits
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
 * A private file that is unlinked before anything is written: nothing remains after this process ends, however it ends.
 * Returns its file descriptor. Throws on a disk error.
 */
export function openNamelessFile(text: string): number {
  const folder = mkdtempSync(join(process.getBuiltinModule("node:os").tmpdir(), NAMELESS));
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

/** Reads all of it, regardless of the position. Throws if it is not a plain file. */
export function readFromStart(handle: number): string {
  const { size } = fstatSync(handle);
  const bytes = Buffer.alloc(size);
  let count = 0;
  for (let read = -1; read !== 0 && count < size; count += read)
    read = readSync(handle, bytes, count, size - count, count);
  return bytes.toString("utf8", 0, count);
}

/** Syncs a file or directory. A new file survives a power failure only if its directory was synced too. */
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
    // only root may change the owner; a process that may replace this file may also own it
  }
}

// A file from another author: a project may name a pipe, a terminal or an endless device like a config file.

/** Maximum size: covered scripts are the largest; a config is rejected earlier. */
export const LIMIT_BYTES = 64 * 1024 * 1024;

/** Throws if it is missing, unreadable, not a plain file or too large. Never blocks. */
export function readPlainFile(path: string): Buffer {
  const handle = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOCTTY ?? 0));
  try {
    const stat = fstatSync(handle);
    if (!stat.isFile()) throw new Error("it is not a plain file");
    if (stat.size > LIMIT_BYTES) throw new Error("it is too large");
    return readFileSync(handle);
  } finally {
    closeSync(handle);
  }
}

// The end or the start of a file that another program writes.

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

/** Undefined if it is missing, unreadable or not a plain file: a pipe would block forever. */
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
