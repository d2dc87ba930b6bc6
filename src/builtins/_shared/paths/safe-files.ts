/** Reads and appends to project files without following planted links or pipes. */
import { constants, realpathSync } from "node:fs";
import { type FileHandle, mkdir, open } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { escapeUnseen } from "../../../core/text/json.js";

const { O_RDONLY, O_NONBLOCK = 0, O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants;

export interface SmallFile {
  readonly text: string;
  readonly mtimeMs: number;
}

/**
 * Undefined for a file that is missing, too large, not a plain file, owned by another user (other than root), or a link
 * out of `root`. Never rejects.
 */
export async function readOwnFile(path: string, mostBytes: number, root?: string): Promise<SmallFile | undefined> {
  const real = realPath(path);
  const top = root === undefined ? undefined : realPath(root);
  if (real === undefined || (top !== undefined && !isInside(top, real))) return undefined;
  return withFile(top === undefined ? path : real, O_RDONLY | O_NONBLOCK | O_NOFOLLOW, async (file) => {
    const stat = await file.stat();
    if (!stat.isFile() || stat.size > mostBytes || !sameUser(stat.uid)) return undefined;
    return { text: await file.readFile("utf8"), mtimeMs: stat.mtimeMs };
  });
}

/**
 * Appends one line. `root`: the directory it must stay in, with links resolved. Returns true on success; never rejects.
 */
export async function appendLine(root: string, path: string, line: string): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (!isInside(realpathSync(root), realpathSync(dirname(path)))) return false;
  } catch {
    return false; // no such directory, or not ours
  }
  const done = await withFile(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, async (file) => {
    if (!(await file.stat()).isFile()) return false;
    await file.write(`${escapeUnseen(line)}\n`);
    return true;
  });
  return done === true;
}

/** Compares text: resolve links first if it matters. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** The real path, even if its last part does not exist yet; undefined if it cannot be resolved. */
export function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    try {
      return join(realpathSync(dirname(path)), path.slice(dirname(path).length + 1));
    } catch {
      return undefined;
    }
  }
}

async function withFile<T>(path: string, flags: number, use: (file: FileHandle) => Promise<T>): Promise<T | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, flags, 0o600);
    return await use(file);
  } catch {
    return undefined;
  } finally {
    await file?.close().catch(() => {});
  }
}

/** True if the file is owned by this user or by root. Always true on systems without user ids. */
function sameUser(uid: number): boolean {
  const own = process.getuid?.();
  return own === undefined || uid === own || uid === 0;
}
