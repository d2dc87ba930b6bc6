/**
 * Reports created, changed and removed files (EV-23), once per path when it is quiet. A directory is watched
 * recursively, a file through its parent.
 */
import { lstatSync, type Stats, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { WatchedFolders, type WatchProblem } from "./watched-folders.js";

export interface FileChange {
  readonly path: string;
  readonly kind: "create" | "modify" | "remove";
}

export interface WatcherOptions {
  /** Missing ones are skipped. */
  readonly paths: readonly string[];
  onChange(change: FileChange): void;
  /** Reported live, in addition to the list. */
  onProblem?(problem: WatchProblem): void;
  readonly debounceMs?: number;
  readonly folderLimit?: number;
}

export interface Watcher {
  /** Nothing is reported after it. */
  close(): void;
  /** What is not watched, and why; may grow while it runs. */
  readonly problems: readonly WatchProblem[];
}

interface Pending {
  timer: NodeJS.Timeout;
  readonly since: number;
  /** Its name was created, removed or replaced. */
  moved: boolean;
}

const DEBOUNCE_MS = 300;
/** A file that keeps changing is reported after this many intervals. */
const LONGEST_WAITS = 10;
/** The system shares its watches among all programs of a user. */
const FOLDER_LIMIT = 1_000;
const PENDING_LIMIT = 1_000;
const PROBLEM_LIMIT = 100;
/** Maximum lag of the disk's clock behind ours. */
const SLACK_MS = 2_000;

export function createWatcher(options: WatcherOptions): Watcher {
  const { paths, onChange, debounceMs = DEBOUNCE_MS, folderLimit } = options;
  const problems: WatchProblem[] = [];
  const known = new Set<string>();
  const pending = new Map<string, Pending>();
  const tell = (problem: WatchProblem) => {
    if (problems.length >= PROBLEM_LIMIT) return;
    problems.push(problem);
    options.onProblem?.(problem);
  };

  const folders = new WatchedFolders({ limit: folderLimit ?? FOLDER_LIMIT, onNews, onProblem: tell });
  const there = [...new Set(paths.map((path) => resolve(path)))].flatMap((path) => {
    const stat = statOf(path, statSync);
    if (stat === undefined) tell({ path, problem: "it does not exist" });
    return stat === undefined ? [] : [{ path, tree: stat.isDirectory() }];
  });
  for (const { path, tree } of there) if (tree) for (const file of folders.addTree(path)) known.add(file);
  for (const { path, tree } of there) {
    if (tree) continue;
    folders.addFile(dirname(path), basename(path));
    known.add(path);
  }

  function onNews(path: string, moved: boolean): void {
    const now = Date.now();
    const waiting = pending.get(path);
    if (waiting === undefined && pending.size >= PENDING_LIMIT) {
      return tell({ path, problem: `it was one of more than ${PENDING_LIMIT} files that changed at once` });
    }
    clearTimeout(waiting?.timer);
    const since = waiting?.since ?? now;
    const wait = Math.max(0, Math.min(debounceMs, since + LONGEST_WAITS * debounceMs - now));
    const timer = setTimeout(() => settle(path), wait).unref();
    pending.set(path, { timer, since, moved: moved || (waiting?.moved ?? false) });
  }

  function settle(path: string): void {
    const waiting = pending.get(path);
    pending.delete(path);
    const kind = waiting && kindOf(path, waiting);
    if (kind !== undefined) onChange({ path, kind });
  }

  /** Undefined for directories, for a file that was created and removed in between, and for unchanged content. */
  function kindOf(path: string, { moved, since }: Pending): FileChange["kind"] | undefined {
    const stat = statOf(path, lstatSync);
    if (stat === undefined) return known.delete(path) ? "remove" : undefined;
    if (stat.isDirectory()) return undefined;
    if (!known.has(path)) {
      known.add(path);
      return "create";
    }
    return moved || stat.mtimeMs > since - SLACK_MS ? "modify" : undefined;
  }

  return {
    problems,
    close() {
      folders.close();
      for (const { timer } of pending.values()) clearTimeout(timer);
      pending.clear();
    },
  };
}

function statOf(path: string, look: typeof statSync | typeof lstatSync): Stats | undefined {
  try {
    return look(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // no permission, or not a path
  }
}
