/**
 * `"allowWith": "passkey"` was set: until a person ends that in a terminal, only a passkey approves, also if the setting is
 * removed. Kept in two folders, so that losing one file ends nothing, and whatever they contain counts.
 */
import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { ensurePrivateFolder, writePrivateFile } from "../disk/files.js";

interface Folders {
  readonly data: string;
  readonly state: string;
}

const filesIn = ({ data, state }: Folders) => [data, state].map((folder) => join(folder, "passkey-only.json"));

export function isPasskeyOnly(folders: Folders): boolean {
  return filesIn(folders).some((file) => existsSync(file));
}

/** Throws on a disk error. */
export function keepPasskeyOnly(folders: Folders, now: number): void {
  for (const file of filesIn(folders)) {
    if (existsSync(file)) continue;
    ensurePrivateFolder(dirname(file));
    writePrivateFile(file, `${JSON.stringify({ format: 1, from: now })}\n`);
  }
}

/** Throws on a disk error. Only after a person agreed. */
export function endPasskeyOnly(folders: Folders): void {
  for (const file of filesIn(folders)) rmSync(file, { force: true, recursive: true });
}
