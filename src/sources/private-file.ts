/** Files of ours: private whatever the umask, replaced atomically, never through a link. */
import {
  chmodSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { randomName } from "./digest.js";

export function ensurePrivateFolder(folder: string): void {
  if (mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined) chmodSync(folder, 0o700);
}

/** Throws when the disk refuses; callers turn that into a finding or go on without. */
export function writePrivateFile(path: string, text: string | Uint8Array, options: { durable?: boolean } = {}): void {
  ensurePrivateFolder(dirname(path));
  const temporary = `${path}.${randomName(6)}.tmp`;
  const handle = openSync(temporary, "wx", 0o600);
  try {
    try {
      fchmodSync(handle, 0o600);
      writeFileSync(handle, text);
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
