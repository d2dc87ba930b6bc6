/** Watched directories. What cannot be watched is reported as a value; nothing here throws. */
import { type FSWatcher, lstatSync, readdirSync, watch } from "node:fs";
import { basename, join } from "node:path";

export interface WatchProblem {
  readonly path: string;
  readonly problem: string;
}

export interface WatchedFoldersOptions {
  readonly limit: number;
  /** `moved`: the name was created, removed or replaced; otherwise the file itself changed. */
  onNews(path: string, moved: boolean): void;
  onProblem(problem: WatchProblem): void;
}

/** Directories with thousands of generated files. */
const LEFT_OUT = new Set([".git", "node_modules"]);

export class WatchedFolders {
  readonly #options: WatchedFoldersOptions;
  readonly #watched = new Map<string, { readonly watcher: FSWatcher; readonly only?: Set<string> }>();
  #full = false;

  constructor(options: WatchedFoldersOptions) {
    this.#options = options;
  }

  /** One file, through its parent. */
  addFile(folder: string, name: string): void {
    const known = this.#watched.get(folder);
    if (known === undefined) this.#watch(folder, new Set([name]));
    else known.only?.add(name);
  }

  /** A directory and everything below it. Returns the files it found there. */
  addTree(folder: string): string[] {
    if (this.#watched.has(folder) || !this.#watch(folder)) return [];
    try {
      return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        if (!entry.isDirectory()) return [path];
        return LEFT_OUT.has(entry.name) ? [] : this.addTree(path);
      });
    } catch (error) {
      this.#fail(folder, error);
      return [];
    }
  }

  close(): void {
    for (const { watcher } of this.#watched.values()) watcher.close();
    this.#watched.clear();
  }

  #watch(folder: string, only?: Set<string>): boolean {
    if (this.#watched.size >= this.#options.limit) {
      if (!this.#full)
        this.#fail(folder, `more than ${this.#options.limit} directories; it and further ones are skipped`);
      this.#full = true;
      return false;
    }
    try {
      const watcher = watch(folder, { persistent: false }, (type, name) => {
        if (name === null || (only !== undefined && !only.has(name))) return;
        this.#take(folder, name, type === "rename", only === undefined);
      });
      watcher.on("error", (error) => {
        this.#drop(folder);
        this.#fail(folder, error);
      });
      this.#watched.set(folder, { watcher, ...(only === undefined ? {} : { only }) });
      return true;
    } catch (error) {
      this.#fail(folder, error); // no watches or file descriptors left, or no permission
      return false;
    }
  }

  #take(folder: string, name: string, moved: boolean, tree: boolean): void {
    const path = join(folder, name);
    if (moved && tree) {
      // A removed directory reports under its own name.
      if (name === basename(folder) && !isFolder(folder)) this.#drop(folder);
      if (!isFolder(path)) this.#drop(path);
      else if (LEFT_OUT.has(name)) return;
      // Files put into a new directory before it was watched are reported, too.
      else for (const file of this.addTree(path)) this.#options.onNews(file, true);
    }
    this.#options.onNews(path, moved);
  }

  #drop(folder: string): void {
    this.#watched.get(folder)?.watcher.close();
    this.#watched.delete(folder);
  }

  #fail(path: string, error: unknown): void {
    this.#options.onProblem({ path, problem: error instanceof Error ? error.message : String(error) });
  }
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false; // its parent is now a file, or unreadable
  }
}
