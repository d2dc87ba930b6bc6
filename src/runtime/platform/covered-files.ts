/**
 * Looks at the files of an approval once more, right before a command is started. Between this and the moment in which
 * the system reads them there is a window of a few milliseconds that nothing in a process can close.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { CoveredFile } from "../../core/hooks/hook.js";
import { sha256 } from "../../disk/digest.js";
import { plainSignature } from "../../sources/discover/file-signatures.js";

/** Reading a script takes less time than waiting for somebody else to read it; a large file must not keep others waiting. */
const AT_ONCE_BYTES = 256 * 1024;

/** The first file that is not what was approved; undefined when all are. */
export async function findChangedFile(files: readonly CoveredFile[]): Promise<string | undefined> {
  for (const file of files) if (!isAsSeen(file) && (await hashOf(file)) !== file.sha256) return file.path;
  return undefined;
}

/** Nothing has touched it since the plan compared it. A file that was new then is hashed, as its times may repeat. */
function isAsSeen({ path, seen, keys, modules }: CoveredFile): boolean {
  if (seen === undefined) return false;
  const isPart = keys !== undefined || modules !== undefined;
  return (isPart ? seen.split("#")[0] : seen) === statOf(path);
}

function statOf(path: string): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? "" : plainSignature(stat);
  } catch {
    return "";
  }
}

async function hashOf({ path, keys, modules }: CoveredFile): Promise<string> {
  if (keys === undefined && modules === undefined) return sha256(await contentOf(path));
  const { hashPart } = await import("../../sources/trust/covered-part.js");
  return hashPart({ path, ...(keys && { keys }), ...(modules && { modules }) }, DISK);
}

const DISK = {
  bytes: (path: string) => {
    try {
      return statSync(path).isFile() ? readFileSync(path) : undefined;
    } catch {
      return undefined;
    }
  },
  list: (folder: string) => {
    try {
      return readdirSync(folder).sort();
    } catch {
      return [];
    }
  },
  exists: (path: string) => existsSync(path),
};

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
