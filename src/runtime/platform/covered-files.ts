/**
 * Looks at the files of an approval once more, right before a command is started. Between this and the moment in which
 * the system reads them there is a window of a few milliseconds that nothing in a process can close.
 */
import { readFile } from "node:fs/promises";
import type { CoveredFile } from "../../core/hook.js";
import { sha256 } from "../../disk/digest.js";

/** The first file that is not what was approved; undefined when all are. */
export async function findChangedFile(files: readonly CoveredFile[]): Promise<string | undefined> {
  const now = await Promise.all(files.map(({ path }) => readFile(path).catch(() => ""))); // covered as absent
  return files.find(({ sha256: approved }, i) => sha256(now[i]!) !== approved)?.path;
}
