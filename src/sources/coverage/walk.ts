/**
 * Collects the files that an approval covers. System files are omitted; missing files are covered as absent. Beyond the
 * limits nothing is covered, and the user is informed.
 */
import { dirname, isAbsolute, join, resolve, sep } from "node:path";
import { UNKNOWN, type Word } from "../../effects/model/invocation.js";

/** A file, or its relevant part. */
export interface Part {
  readonly path: string;
  readonly keys?: readonly string[];
  readonly modules?: readonly string[];
}

export interface Coverage {
  readonly parts: readonly Part[];
  /** Tools that load project files by design: `eslint`, `pytest`. */
  readonly tools: readonly string[];
  /** What runs without being covered, as sentences. */
  readonly notCovered: readonly string[];
}

export interface CoverageDisk {
  /** Undefined if it is not a plain file. */
  text(path: string): string | undefined;
  size(path: string): number;
  isFolder(path: string): boolean;
  list(folder: string): string[];
  real(path: string): string | undefined;
}

export type Language = "shell" | "python" | "javascript" | "ruby" | "perl" | "php";

export interface Script {
  readonly path: string;
  /** Working directory of its process; undefined if unknown. */
  readonly cwd: string | undefined;
  readonly language?: Language;
  /** Directories that Python searches in addition to the script's own. */
  readonly pythonPath?: readonly string[];
}

export interface Surroundings {
  readonly cwd: string;
  readonly variables: Readonly<Record<string, string>>;
  /** `$0` */
  readonly zero?: string;
  /** Enclosing runner calls, outermost first. */
  readonly calls?: readonly string[];
}

export const MOST_FILES = 500;
export const MOST_BYTES = 10_000_000;

const SYSTEM = /^\/(?:usr|bin|sbin|lib|lib32|lib64|opt|nix|snap|etc|proc|dev|sys|System|Library|Applications)\//;

export class Walk {
  readonly tools = new Set<string>();
  readonly notCovered = new Set<string>();
  /** Packages of node_modules by importing directory, resolved last. */
  readonly packages = new Map<string, { readonly name: string; readonly from: string }>();
  readonly #parts = new Map<string, Part>();
  readonly #scripts = new Map<string, Script>();
  readonly #waiting: Script[] = [];
  readonly #beyond: string[] = [];
  #files = 0;
  #bytes = 0;

  constructor(
    readonly disk: CoverageDisk,
    readonly home: string,
    readonly project: string,
    /** Analyses a command line. Returns the files that it sources. */
    readonly command: (text: string, around: Surroundings, walk: Walk) => string[],
  ) {}

  /** Returns true if it is covered now. */
  cover(path: string): boolean {
    if (this.#parts.has(path)) return true;
    if (isSystem(path)) return false;
    const size = this.disk.size(path);
    if (this.#files >= MOST_FILES || this.#bytes + size > MOST_BYTES) {
      this.#beyond.push(path);
      return false;
    }
    if (size > 0) this.#files++;
    this.#bytes += size;
    this.#parts.set(path, { path });
    return true;
  }

  /** A JSON file of which only some values count. */
  coverKeys(path: string, keys: readonly string[]): void {
    if (isSystem(path)) return;
    const key = `keys ${path}`;
    this.#parts.set(key, { path, keys: merged(this.#parts.get(key)?.keys, keys) });
  }

  /** Names that Python would import from a directory if a module of that name existed. */
  coverModules(path: string, modules: readonly string[]): void {
    if (isSystem(path)) return;
    const key = `modules ${path}`;
    this.#parts.set(key, { path, modules: merged(this.#parts.get(key)?.modules, modules) });
  }

  /** Covers a script, and later what it loads. */
  run(script: Script): void {
    const key = `${script.language ?? ""} ${script.path}`;
    if (this.#scripts.has(key)) return;
    this.#scripts.set(key, script);
    if (this.cover(script.path)) this.#waiting.push(script);
  }

  next(): Script | undefined {
    return this.#waiting.shift();
  }

  get hasRoom(): boolean {
    return this.#files < MOST_FILES && this.#bytes < MOST_BYTES;
  }

  /** Covers all of them, or none if they are too many. */
  coverAll(paths: readonly string[]): boolean {
    const own = paths.filter((path) => !this.#parts.has(path));
    const bytes = own.reduce((sum, path) => sum + this.disk.size(path), 0);
    if (this.#files + own.length > MOST_FILES || this.#bytes + bytes > MOST_BYTES) return false;
    for (const path of own) this.cover(path);
    return true;
  }

  get result(): Coverage {
    const [first, ...more] = this.#beyond;
    if (first !== undefined) {
      const others = more.length === 0 ? "" : ` and ${more.length} more`;
      this.notCovered.add(`${first}${others}: the hook loads more than ${MOST_FILES} files or 10 MB`);
    }
    const parts = [...this.#parts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, part]) => part);
    return { parts, tools: [...this.tools].sort(), notCovered: [...this.notCovered].sort() };
  }
}

/** A path in a command; undefined if it is relative to an unknown directory. */
export function locate(word: string, cwd: string | undefined, home: string): string | undefined {
  const path = word.replace(/^~(?=\/)/, home);
  if (isAbsolute(path)) return resolve(path);
  return cwd === undefined ? undefined : resolve(cwd, path);
}

/** From a directory up to the project root, or only the directory if it is elsewhere. */
export function foldersUp(folder: string, root: string): string[] {
  if (folder !== root && !folder.startsWith(root === sep ? sep : `${root}${sep}`)) return [folder];
  const folders = [folder];
  while (folders.at(-1) !== root) folders.push(dirname(folders.at(-1)!));
  return folders;
}

/** All matching files below a directory, sorted; links to directories are not followed. */
export function filesBelow(
  disk: CoverageDisk,
  folder: string,
  fits: (name: string) => boolean,
  most: number,
): string[] {
  const found: string[] = [];
  const waiting = [folder];
  for (let next = waiting.shift(); next !== undefined && found.length <= most; next = waiting.shift()) {
    for (const name of disk.list(next)) {
      const path = join(next, name);
      if (disk.isFolder(path)) {
        if (disk.real(path) === join(disk.real(next) ?? next, name)) waiting.push(path);
      } else if (fits(name)) found.push(path);
    }
  }
  return found;
}

function merged(before: readonly string[] = [], more: readonly string[]): string[] {
  return [...new Set([...before, ...more])].sort();
}

export function wordOf(text: string | undefined): Word | undefined {
  return text === undefined ? undefined : { text, known: !text.includes(UNKNOWN), glob: false, source: text };
}

export function isSystem(path: string): boolean {
  return SYSTEM.test(path);
}
