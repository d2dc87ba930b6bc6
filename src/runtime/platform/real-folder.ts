/** One name per folder: an approval given through a link must hold for the folder behind it, and the reverse. */
import { realpathSync } from "node:fs";

export function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // not there: nothing in it applies
  }
}
