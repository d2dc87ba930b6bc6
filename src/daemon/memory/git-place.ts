/** Where a checkout is: its branch and commit, read from git's files, without starting git. */
import { join, resolve } from "node:path";
import type { GitPlace } from "../../core/records/memory.js";
import { readPlainFile } from "../../disk/files.js";

const COMMIT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const USUAL_MAIN: ReadonlySet<string> = new Set(["main", "master", "trunk", "develop", "development"]);

/** Undefined outside git, or if git keeps its refs in another way. */
export function gitPlaceOf(root: string): GitPlace | undefined {
  const folders = gitFolders(root);
  const head = folders && read(join(folders.own, "HEAD"));
  if (folders === undefined || head === undefined) return undefined;
  if (COMMIT.test(head)) return { commit: head };
  const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1];
  if (branch === undefined || branch === ".invalid") return undefined;
  const commit = commitOf(folders.common, branch);
  const main = branch === mainBranch(folders.common) || USUAL_MAIN.has(branch);
  return { branch, ...(commit === undefined ? {} : { commit }), ...(main ? { main } : {}) };
}

/** The commit that a branch is at now; undefined if there is no such branch. */
export function tipOf(root: string, branch: string): string | undefined {
  const folders = gitFolders(root);
  return folders === undefined ? undefined : commitOf(folders.common, branch);
}

/** True if the default branch is at this commit: a branch there has no commits of its own. */
export function isMainTip(root: string, commit: string): boolean {
  const folders = gitFolders(root);
  if (folders === undefined) return false;
  const named = mainBranch(folders.common);
  const names = named === undefined ? [...USUAL_MAIN] : [named];
  return names.some((name) => commitOf(folders.common, name) === commit);
}

function mainBranch(common: string): string | undefined {
  return /^ref: refs\/remotes\/origin\/(.+)$/.exec(read(join(common, "refs/remotes/origin/HEAD")) ?? "")?.[1];
}

function commitOf(common: string, branch: string): string | undefined {
  const loose = read(join(common, "refs/heads", branch));
  if (loose !== undefined && COMMIT.test(loose)) return loose;
  const line = read(join(common, "packed-refs"))
    ?.split("\n")
    .find((one) => one.endsWith(` refs/heads/${branch}`));
  const commit = line?.slice(0, line.indexOf(" "));
  return commit !== undefined && COMMIT.test(commit) ? commit : undefined;
}

function gitFolders(root: string): { readonly own: string; readonly common: string } | undefined {
  const dotGit = join(root, ".git");
  if (read(join(dotGit, "HEAD")) !== undefined) return { own: dotGit, common: dotGit };
  const said = /^gitdir: (.+)$/.exec(read(dotGit) ?? "")?.[1];
  if (said === undefined) return undefined;
  const own = resolve(root, said);
  const common = read(join(own, "commondir"));
  // Only a worktree has another one. A submodule keeps its refs in its own folder, below that of the repository around it.
  return { own, common: common === undefined ? own : resolve(own, common) };
}

function read(path: string): string | undefined {
  try {
    return readPlainFile(path).toString("utf8").trim();
  } catch {
    return undefined;
  }
}
