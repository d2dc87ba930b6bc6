/**
 * Resolves every link in a path, even if its last part does not exist yet. Caches lookups: create one instance per
 * judgement.
 */
import { lstatSync, readlinkSync, type Stats } from "node:fs";
import { basename, dirname, parse, sep } from "node:path";

/** The limit of Linux. */
const MOST_LINKS = 40;
const PARTS = sep === "\\" ? /[\\/]+/ : /\/+/;
/** Resolved by the opening process, not by ours. */
const OF_THE_READER = new Set(["/proc/self", "/proc/thread-self"]);

type Kind = "absent" | "unknown" | { readonly link: string } | { readonly stats: Stats };

export class Links {
  readonly #known = new Map<string, Kind>();
  readonly #real = new Map<string, string>();
  readonly #cwd: string;

  /** `cwd`: working directory of the process that will open the paths. */
  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  /** Undefined if it cannot be resolved: a loop, an unreadable directory, a handle of another process. */
  follow(path: string): string | undefined {
    let { root: at } = parse(path);
    const left = path.slice(at.length).split(PARTS).reverse();
    let links = 0;
    while (left.length > 0) {
      const part = left.pop()!;
      if (part === "" || part === ".") continue;
      if (part === "..") {
        at = parse(at).dir || at;
        continue;
      }
      const next = below(at, part);
      const target = OF_THE_READER.has(next) ? this.#ofTheReader(left) : this.#look(next, at);
      if (target === "unknown") return undefined;
      if (target === "absent" || "stats" in target) {
        at = next;
        continue;
      }
      if (++links > MOST_LINKS) return undefined;
      const { root } = parse(target.link);
      if (root !== "") at = root;
      left.push(...target.link.slice(root.length).split(PARTS).reverse());
    }
    return at;
  }

  /** The same for an absolute path without `..`; faster if many share a prefix. */
  real(path: string): string | undefined {
    const before = this.#real.get(path);
    if (before !== undefined) return before;
    // What it leads to depends on who opens it, and on the parts that follow.
    if (path.startsWith("/proc/")) return this.follow(path);
    const parent = folderOf(path);
    if (parent === path) return path;
    const at = this.real(parent);
    if (at === undefined) return undefined;
    const end = this.#end(at === parent ? path : below(at, basename(path)), at);
    if (end !== undefined) this.#real.set(path, end);
    return end;
  }

  /** True if nothing exists there, according to cached lookups. */
  isAbsent(path: string): boolean {
    return this.#known.get(path) === "absent";
  }

  /** Of what is there and is no link, as it was seen on the way. */
  stats(path: string): Stats | undefined {
    const kind = this.#known.get(path);
    return typeof kind === "object" && "stats" in kind ? kind.stats : undefined;
  }

  #end(path: string, parent: string): string | undefined {
    const kind = this.#look(path, parent);
    return kind === "absent" || (kind !== "unknown" && "stats" in kind) ? path : this.follow(path);
  }

  #look(path: string, parent: string): Kind {
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const kind = this.#known.get(parent) === "absent" ? "absent" : kindOf(path);
    this.#known.set(path, kind);
    return kind;
  }

  #ofTheReader(left: string[]): Kind {
    const what = left.pop();
    if (what === "root") return { link: "/" };
    return what === "cwd" ? { link: this.#cwd } : "unknown";
  }
}

/** As `dirname`, which is slow; without need for it in a normal path. */
function folderOf(path: string): string {
  const cut = sep === "/" && path.startsWith("/") && !path.endsWith("/") ? path.lastIndexOf("/") : -1;
  if (cut === -1 || path[cut - 1] === "/") return dirname(path);
  return cut === 0 ? "/" : path.slice(0, cut);
}

export function below(folder: string, name: string): string {
  return folder.endsWith(sep) ? `${folder}${name}` : `${folder}${sep}${name}`;
}

const IF_THERE = { throwIfNoEntry: false } as const;

function kindOf(path: string): Kind {
  try {
    const stats = lstatSync(path, IF_THERE);
    if (stats === undefined) return "absent";
    return stats.isSymbolicLink() ? { link: readlinkSync(path) } : { stats };
  } catch (error) {
    // Nothing can exist below a plain file.
    return (error as NodeJS.ErrnoException).code === "ENOTDIR" ? "absent" : "unknown";
  }
}
