/** Keeps files named in a config inside its directory (CF-16, SE-12). */
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { Files } from "../contract.js";

/** True if a path stays inside a directory with links resolved. For a missing file, its existing parents count. */
export function staysInside(files: Files, folder: string, path: string): boolean {
  const way = relative(realOf(files, resolve(folder)), realOf(files, resolve(folder, path)));
  return !isAbsolute(way) && way.split(/[\\/]/)[0] !== "..";
}

function realOf(files: Files, path: string): string {
  const parent = dirname(path);
  return files.real(path) ?? (parent === path ? path : join(realOf(files, parent), basename(path)));
}
