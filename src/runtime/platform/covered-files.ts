/**
 * Looks at the files of an approval once more, right before a command is started. Between this and the moment in which
 * the system reads them there is a window of a few milliseconds that nothing in a process can close.
 */
import { readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { CoveredFile } from "../../core/hooks/hook.js";
import { sha256 } from "../../disk/digest.js";

/** Reading a script takes less time than waiting for somebody else to read it; a large file must not keep others waiting. */
const AT_ONCE_BYTES = 256 * 1024;

/** The first file that is not what was approved; undefined when all are. */
export async function findChangedFile(files: readonly CoveredFile[]): Promise<string | undefined> {
  for (const { path, sha256: approved } of files) if (sha256(await contentOf(path)) !== approved) return path;
  return undefined;
}

/** What is not there was covered as absent. */
function contentOf(path: string): Buffer | string | Promise<Buffer | string> {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return "";
    return stat.size > AT_ONCE_BYTES ? readFile(path).catch(() => "") : readFileSync(path);
  } catch {
    return "";
  }
}
