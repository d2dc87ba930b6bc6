/** Whether a file is really the administrator's: nobody else may write to it, or put another in its place. */
import { lstatSync } from "node:fs";
import { dirname } from "node:path";

const ROOT = 0;
const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;

/** Undefined when it is; else what is wrong, in words. On Windows the folder's own rights are relied on. */
export function whyNotManaged(path: string): string | undefined {
  if (process.platform === "win32") return undefined;
  for (let one = path; ; one = dirname(one)) {
    try {
      const { uid, mode } = lstatSync(one);
      const isLink = (mode & 0o170000) === 0o120000;
      if (uid !== ROOT) return `${one} does not belong to root`;
      if (isLink) return `${one} is a link`;
      // In a shared folder such as /tmp nobody can replace what is root's.
      if ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0) return `others than root may write to ${one}`;
    } catch (error) {
      return `${one} cannot be looked at (${(error as NodeJS.ErrnoException).code})`;
    }
    if (one === dirname(one)) return undefined;
  }
}
