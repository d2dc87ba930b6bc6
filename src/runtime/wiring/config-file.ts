/**
 * Reads and replaces files that belong to somebody else. Links are followed to the file they mean and stay links, but not
 * out of a project; permissions and owner stay. What cannot be read as it is, is never taken for "no file".
 */
import { readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import { replaceFile } from "../../disk/files.js";

/** `real` is the file at the end of all links; `text` is undefined when it is not there. */
export type ConfigFile = { readonly real: string; readonly text: string | undefined } | { readonly problem: string };

export function readConfigFile(path: string): ConfigFile {
  try {
    const real = linkEnd(path);
    const bytes = unlessMissing(() => readFileSync(real));
    return { real, text: bytes && new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return { problem: "it holds bytes that are not UTF-8" };
    return { problem: `it could not be read (${message})` };
  }
}

/** Throws when the disk refuses. */
export function writeConfigFile(real: string, text: string, options: { readonly mode?: number } = {}): void {
  const now = statSync(real, { throwIfNoEntry: false });
  const mode = options.mode ?? (now === undefined ? 0o600 : now.mode & 0o7777);
  replaceFile(real, text, { mode, durable: true, ...(now === undefined ? {} : { owner: now }) });
}

/** The one name of a file whatever links lead to it, also of one that is not there yet. */
export function linkEnd(path: string): string {
  const real = unlessMissing(() => realpathSync(path));
  if (real !== undefined) return real;
  const folder = linkEnd(dirname(path));
  const next = unlessMissing(() => readlinkSync(path));
  return next === undefined ? join(folder, basename(path)) : linkEnd(resolve(folder, next));
}

/**
 * Where a file of a project really lies, if links of the project lead out of it. A project is someone else's: it must not
 * choose which file of yours is changed. Undefined = inside, or the path is no part of the project. Throws like a disk.
 */
export function leadsOut(path: string, project: string): string | undefined {
  if (!isBelow(path, project)) return undefined;
  const real = linkEnd(path);
  return isBelow(real, realpathSync(project)) ? undefined : real;
}

/** The finding for it. */
export function leadsOutFinding(file: string, real: string): Finding {
  return finding("LINK_LEADS_OUT", `a link of the project leads out of it, to ${real}`, { file });
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

/** A path below something that is no folder leads to nothing either. */
function unlessMissing<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
