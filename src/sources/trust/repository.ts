/**
 * The name of a project file in the trust store: its path, and in a worktree its path in the main checkout, so that one
 * approval covers both. In either only approved content is trusted.
 * A directory cannot claim to be a worktree: git's record in the main repository has to point back to it.
 */
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { Files } from "../contract.js";

export interface Repository {
  /** The current directory… */
  readonly root: string;
  /** …and the one whose approvals count: another one in a worktree. */
  readonly main: string;
}

export function repositoryOf(root: string, files: Files): Repository {
  return { root, main: mainCheckoutOf(root, files) ?? root };
}

/** One name for a file in all worktrees. */
export function nameOf(path: string, { root, main }: Repository): string {
  return moved(path, root, main);
}

/** The path of a named file here. */
export function pathOfName(name: string, { root, main }: Repository): string {
  return moved(name, main, root);
}

/** A path beside `from`, relative to `to`: the same file in another checkout. */
export function movedAlong(path: string, from: string, to: string): string {
  if (from === to) return path;
  let [a, b] = [from, to];
  while (basename(a) === basename(b) && dirname(a) !== a && dirname(b) !== b) [a, b] = [dirname(a), dirname(b)];
  return moved(path, a, b);
}

export function isBelow(path: string, folder: string): boolean {
  const inside = relative(folder, path);
  return inside !== "" && inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

function moved(path: string, from: string, to: string): string {
  return from !== to && (path === from || isBelow(path, from)) ? join(to, relative(from, path)) : path;
}

function mainCheckoutOf(root: string, files: Files): string | undefined {
  const dotGit = join(root, ".git");
  const said = /^gitdir: (.+)\n?$/.exec(files.read(dotGit) ?? "")?.[1];
  // A link would give this directory the name of another worktree.
  if (said === undefined || files.real(dotGit) !== dotGit) return undefined;
  const record = files.real(resolve(root, said));
  if (record === undefined || basename(dirname(record)) !== "worktrees") return undefined;
  const owner = dirname(dirname(record));
  const pointsTo = (file: string) => files.real(resolve(record, files.read(join(record, file))?.trim() || "?"));
  if (pointsTo("gitdir") !== dotGit || pointsTo("commondir") !== owner) return undefined;
  return basename(owner) === ".git" ? dirname(owner) : owner; // the latter is a bare repository
}
