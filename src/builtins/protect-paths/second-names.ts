/** Finds hard links: other names of the same file, by inode. */
import { type Dirent, readdirSync, type Stats, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { isSensitive } from "../../effects/paths/sensitive.js";

const MOST = 5_000;
const DEEPEST = 4;
const PASSED_OVER = new Set(["node_modules", ".git", "vendor", ".venv"]);
/** Directories of a user that contain secrets. */
const SECRET_FOLDERS = [".", ".ssh", ".aws", ".gnupg", ".kube", ".docker", ".config/gh"];

/** Names of files with secrets that are the same file as this one. */
export function secondNames(path: string, home: string, project: string): string[] {
  const own = statOf(path);
  if (own === undefined || !own.isFile() || own.nlink < 2) return [];
  let left = MOST;
  const found: string[] = [];
  const search = (folder: string, depth: number) => {
    for (const entry of entriesOf(folder)) {
      if (--left < 0) return;
      const inner = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (depth > 0 && !PASSED_OVER.has(entry.name)) search(inner, depth - 1);
      } else if (isSensitive(inner) !== undefined && isSame(own, statOf(inner))) found.push(inner);
    }
  };
  search(dirname(path), 0);
  search(project, DEEPEST);
  for (const folder of SECRET_FOLDERS) search(join(home, folder), 0);
  return found;
}

function isSame(one: Stats, other: Stats | undefined): boolean {
  return other !== undefined && one.dev === other.dev && one.ino === other.ino;
}

export function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // unreadable
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // does not exist
  }
}
