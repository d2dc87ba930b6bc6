/** Files of ours: private whatever the umask, replaced atomically, never through a link. */
import {
  chmodSync,
  closeSync,
  fchmodSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { randomName } from "./digest.js";

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

/** A folder keeps the names of its files: a new one is there after a loss of power when its folder was synced too. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
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
