/**
 * Checks the files of an approval again, right before a command is started. A window of a few milliseconds until the
 * system reads them remains; no process can close it.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { CoveredFile } from "../../core/hooks/hook.js";
import { sha256 } from "../../disk/digest.js";
import { plainSignature } from "../../sources/discover/file-signatures.js";

/** Reading a small script synchronously is faster; a large file must not block others. */
const AT_ONCE_BYTES = 256 * 1024;

/** The first file that differs from its approval; undefined if none does. */
export async function findChangedFile(files: readonly CoveredFile[]): Promise<string | undefined> {
  for (const file of files) if (!isAsSeen(file) && (await hashOf(file)) !== file.sha256) return file.path;
  return undefined;
}

/** Unchanged since the plan compared it. A file that was new then is hashed, because its times may repeat. */
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

/** A missing file was covered as absent. */
function contentOf(path: string): Buffer | string | Promise<Buffer | string> {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return "";
    return stat.size > AT_ONCE_BYTES ? readFile(path).catch(() => "") : readFileSync(path);
  } catch {
    return "";
  }
}
