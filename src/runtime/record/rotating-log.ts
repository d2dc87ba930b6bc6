/**
 * Appends lines to a log that several processes write at once. A line is one write in append mode, so lines are never
 * torn or overwritten. A full file becomes `.1`, `.1` becomes `.2` and so on; the oldest is removed.
 */
import { closeSync, constants, fstatSync, openSync, promises, renameSync, statSync, writeSync } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { escapeUnseen } from "../../core/text/json.js";
import { ensurePrivateFolder } from "../../disk/files.js";
import { tryShortLock } from "../../disk/short-lock.js";

/** Below 10 MB, because others may still write to the full file while it is rotated. */
const FULL_BYTES = 9_000_000;
/** Number of rotated files. */
export const KEPT = 3;
const LONGEST_LINE = 50_000;
const APPEND = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** False if it could not be written: logging is never the caller's main task. Never throws. */
export function appendLine(file: string, line: string): boolean {
  try {
    const bytes = Buffer.from(`${oneLine(line)}\n`);
    let handle = open(file);
    try {
      const { size, ino } = fstatSync(handle);
      if (size > 0 && size + bytes.length > FULL_BYTES && moveOn(file, ino)) {
        closeSync(handle);
        handle = -1;
        handle = open(file);
      }
      return writeSync(handle, bytes) === bytes.length;
    } finally {
      if (handle !== -1) closeSync(handle);
    }
  } catch {
    return false; // full or read-only disk, no free file descriptors
  }
}

/** The same for many lines, without blocking. Never rejects. */
export async function appendLines(file: string, lines: readonly string[]): Promise<boolean> {
  try {
    const bytes = Buffer.from(lines.map((line) => `${oneLine(line)}\n`).join(""));
    let handle = await openLater(file);
    try {
      const { size, ino } = await handle.stat();
      if (size > 0 && size + bytes.length > FULL_BYTES && moveOn(file, ino)) {
        await handle.close();
        handle = await openLater(file);
      }
      return (await handle.write(bytes)).bytesWritten === bytes.length;
    } finally {
      await handle.close();
    }
  } catch {
    return false; // full or read-only disk, no free file descriptors
  }
}

/** The log's files, newest first. */
export function filesOf(file: string): string[] {
  return [file, ...Array.from({ length: KEPT }, (_, n) => `${file}.${n + 1}`)];
}

function open(file: string): number {
  try {
    return openSync(file, APPEND, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    ensurePrivateFolder(dirname(file));
    return openSync(file, APPEND, 0o600);
  }
}

async function openLater(file: string): Promise<FileHandle> {
  try {
    return await promises.open(file, APPEND, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    ensurePrivateFolder(dirname(file));
    return promises.open(file, APPEND, 0o600);
  }
}

/** False while another process rotates: the line then goes to the end of the rotated file. */
function moveOn(file: string, full: number): boolean {
  const release = tryShortLock(`${file}.lock`);
  if (release === undefined) return false;
  try {
    // Another process may have rotated it before we had the lock; its successor is not full.
    if (statSync(file, { throwIfNoEntry: false })?.ino !== full) return true;
    const names = filesOf(file).reverse();
    for (const [index, older] of names.slice(0, -1).entries()) {
      const newer = names[index + 1]!;
      if (statSync(newer, { throwIfNoEntry: false }) !== undefined) renameSync(newer, older);
    }
    return true;
  } finally {
    release();
  }
}

function oneLine(text: string): string {
  const line = escapeUnseen(text.replace(/[\r\n]+/g, " "));
  return line.length <= LONGEST_LINE ? line : `${line.slice(0, LONGEST_LINE)}…`;
}
