/** Where backups are, and where they may be. */
import { accessSync, constants, existsSync, lstatSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import { ensurePrivateFolder, writePrivateFile } from "../../disk/files.js";
import type { AppPaths } from "../../runtime/platform/paths.js";

type Places = Pick<AppPaths, "data" | "home">;

export function usualFolder({ data }: Pick<AppPaths, "data">): string {
  return join(data, "backups");
}

/** `wanted`: the setting; empty = the usual folder. */
export function backupFolder(places: Places, wanted: string): string {
  return wanted === "" ? usualFolder(places) : wanted;
}

/** Creates it if needed. Why it cannot be used, otherwise. */
export function folderProblem(places: Places, folder: string): Finding | undefined {
  const problem = (message: string) => finding("BACKUP_FOLDER", message, { file: folder });
  try {
    const stat = lstatSync(folder, { throwIfNoEntry: false });
    if (stat?.isSymbolicLink()) return problem("it is a link; name the folder that it leads to");
    if (stat !== undefined && !stat.isDirectory()) return problem("it is not a folder");
    const project = projectAround(places, folder);
    if (project !== undefined) return problem(`it is inside the project ${project}, where agents and git read files`);
    if (stat === undefined) ensurePrivateFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return problem((error as Error).message);
  }
}

/** Our own folders and the home do not count, even if the home is a repository. */
export function projectAround({ data, home }: Places, folder: string): string | undefined {
  for (let at = resolve(folder); at !== home && at !== data && at !== dirname(at); at = dirname(at))
    if (existsSync(join(at, ".git"))) return at;
  return undefined;
}

// Folders and files elsewhere that hold backups: `forget` has to look there too.

const MOST_KNOWN = 100;

function knownFile({ data }: Pick<AppPaths, "data">): string {
  return join(data, "backups.json");
}

export interface KnownBackups {
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

export function knownElsewhere(places: Pick<AppPaths, "data">): KnownBackups {
  try {
    const { folders, files } = JSON.parse(readFileSync(knownFile(places), "utf8")) as Record<string, unknown>;
    return { folders: texts(folders), files: texts(files) };
  } catch {
    return { folders: [], files: [] };
  }
}

/** Throws on a disk error. */
export function rememberElsewhere(places: Pick<AppPaths, "data">, kind: keyof KnownBackups, path: string): void {
  const known = knownElsewhere(places);
  if (known[kind].includes(path)) return;
  const kept = { ...known, [kind]: [...known[kind].filter(existsSync), path].slice(-MOST_KNOWN) };
  writePrivateFile(knownFile(places), `${JSON.stringify(kept)}\n`);
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
