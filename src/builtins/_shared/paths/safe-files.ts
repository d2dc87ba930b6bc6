/** Files of a project, which somebody else may have put there as a link or a pipe: read and added to without being led away. */
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
 * Undefined for what is missing, larger, no plain file, not of this person (nor of root), or a link that leads out of
 * `root`. Never rejects.
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

/** Adds one line. `root`: the folder it must stay in, links followed. Returns whether it is there; never rejects. */
export async function appendLine(root: string, path: string, line: string): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    if (!isInside(realpathSync(root), realpathSync(dirname(path)))) return false;
  } catch {
    return false; // no such place, or not ours
  }
  const done = await withFile(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, async (file) => {
    if (!(await file.stat()).isFile()) return false;
    await file.write(`${escapeUnseen(line)}\n`);
    return true;
  });
  return done === true;
}

/** By text: resolve links first where it matters. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Where a path really is, though its last part may not be there yet; undefined when that cannot be told. */
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

/** Whether the file is owned by this user or by root. Always true where there are no user ids. */
function sameUser(uid: number): boolean {
  const own = process.getuid?.();
  return own === undefined || uid === own || uid === 0;
}
