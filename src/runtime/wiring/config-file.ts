/**
 * Reads and replaces files that belong to others. Links are followed to their target and stay links, but not out of a
 * project; permissions and owner stay. An unreadable file is never treated as missing.
 */
import { readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { type Finding, finding } from "../../core/errors.js";
import { replaceFile } from "../../disk/files.js";

/** `real`: the file at the end of all links. `text`: undefined if it does not exist. */
export type ConfigFile = { readonly real: string; readonly text: string | undefined } | { readonly problem: string };

export function readConfigFile(path: string): ConfigFile {
  try {
    const real = linkEnd(path);
    const bytes = unlessMissing(() => readFileSync(real));
    return { real, text: bytes && new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return { problem: "it contains bytes that are not UTF-8" };
    return { problem: `it could not be read (${message})` };
  }
}

/** Throws on a disk error. */
export function writeConfigFile(real: string, text: string, options: { readonly mode?: number } = {}): void {
  const now = statSync(real, { throwIfNoEntry: false });
  const mode = options.mode ?? (now === undefined ? 0o600 : now.mode & 0o7777);
  replaceFile(real, text, { mode, durable: true, ...(now === undefined ? {} : { owner: now }) });
}

/** The canonical path of a file, even if it does not exist yet. */
export function linkEnd(path: string): string {
  const real = unlessMissing(() => realpathSync(path));
  if (real !== undefined) return real;
  const folder = linkEnd(dirname(path));
  const next = unlessMissing(() => readlinkSync(path));
  return next === undefined ? join(folder, basename(path)) : linkEnd(resolve(folder, next));
}

/**
 * The real path of a project file, if project links lead out of it. A project must not choose which of the user's files
 * is changed. Undefined: inside, or not part of the project. Throws on a disk error.
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

/** A path below a non-directory does not exist either. */
function unlessMissing<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw error;
  }
}
