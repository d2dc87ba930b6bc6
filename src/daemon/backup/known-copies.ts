/** Every file that may hold a copy of the store, beside the store itself. */
import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { storeFile } from "../../client/store-file.js";
import type { AppPaths } from "../../runtime/platform/paths.js";
import { knownElsewhere, usualFolder } from "./folder.js";
import { listBackups, otherFiles } from "./list-backups.js";
import { sweepPartial, sweepRestores } from "./sweep.js";

/** `folder`: that of the settings. */
export function knownCopies(places: AppPaths, folder: string): string[] {
  const { data } = places;
  const store = storeFile(places);
  const elsewhere = knownElsewhere(places);
  const folders = [...new Set([usualFolder(places), folder, ...elsewhere.folders])];
  for (const one of folders) sweepPartial(one);
  sweepRestores(store);
  const inFolders = folders.flatMap((one) => [
    ...listBackups(data, one).map(({ file }) => file),
    ...otherFiles(data, one),
  ]);
  return [...new Set([...inFolders, ...elsewhere.files.filter((file) => existsSync(file)), ...setAside(store)])];
}

/** Stores that were replaced by a restore, or because they were damaged. */
function setAside(store: string): string[] {
  const name = basename(store);
  try {
    return readdirSync(dirname(store))
      .filter((one) => one.startsWith(`${name}.`) && /^\.(?:before-restore|damaged)-/.test(one.slice(name.length)))
      .filter((one) => !/-(?:wal|shm|journal)$/.test(one))
      .map((one) => join(dirname(store), one));
  } catch {
    return []; // there is no store
  }
}
