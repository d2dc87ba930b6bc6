/** Verifies that a file belongs to the administrator: no other user may write or replace it. */
import { lstatSync } from "node:fs";
import { dirname } from "node:path";

const ROOT = 0;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/** Undefined if it does; otherwise the problem as text. On Windows the directory's own permissions count. */
export function whyNotManaged(path: string): string | undefined {
  if (process.platform === "win32") return undefined;
  for (let one = path; ; one = dirname(one)) {
    try {
      const { uid, mode } = lstatSync(one);
      const isLink = (mode & 0o170000) === 0o120000;
      if (uid !== ROOT) return `${one} is not owned by root`;
      if (isLink) return `${one} is a link`;
      // In a sticky directory such as /tmp other users cannot replace root's files.
      if ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0) return `users other than root may write to ${one}`;
    } catch (error) {
      return `${one} cannot be inspected (${(error as NodeJS.ErrnoException).code})`;
    }
    if (one === dirname(one)) return undefined;
  }
}
