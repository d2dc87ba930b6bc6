import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import type { Check } from "./check.js";

const LEAST_BYTES = 100_000_000;

export const disk: Check = {
  name: "disk",
  run: ({ call }) => [...new Set([call.places.data, call.places.state])].flatMap(lookAt),
};

function lookAt(folder: string): Finding[] {
  // One that is not there yet is made below the first that is.
  let there = folder;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  const found: Finding[] = [];
  if (!isWritable(there)) found.push(finding("FILE_UNWRITABLE", "nothing can be written here", { file: folder }));
  const { bavail, bsize, blocks } = statfsSync(there);
  // Some virtual file systems say 0 for everything.
  return [...found, ...(blocks > 0 ? tooLittle(folder, bavail * bsize) : [])];
}

export function tooLittle(folder: string, freeBytes: number): Finding[] {
  if (freeBytes >= LEAST_BYTES) return [];
  return [finding("DISK_LOW", `only ${Math.round(freeBytes / 1_000_000)} MB are free here`, { file: folder })];
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}
