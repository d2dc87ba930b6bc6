import { realpathSync } from "node:fs";

/** One name per folder: an approval given through a link must hold for the folder behind it, and the reverse. */
export function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // not there: nothing in it applies
  }
}

/** Where the process is. Its folder may have been removed under it; then no project applies, and the rest still does. */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return "/";
  }
}
