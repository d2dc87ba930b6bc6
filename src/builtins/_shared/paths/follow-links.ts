/**
 * Resolves every link in a path, even if its last part does not exist yet. Caches lookups: create one instance per
 * judgement.
 */
import { lstatSync, readlinkSync } from "node:fs";
import { basename, dirname, parse, sep } from "node:path";

/** The limit of Linux. */
const MOST_LINKS = 40;
const PARTS = sep === "\\" ? /[\\/]+/ : /\/+/;
/** Resolved by the opening process, not by ours. */
const OF_THE_READER = new Set(["/proc/self", "/proc/thread-self"]);

type Kind = "there" | "absent" | "unknown" | { readonly link: string };

export class Links {
  readonly #known = new Map<string, Kind>();
  readonly #real = new Map<string, string | undefined>();
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
      if (target === "there" || target === "absent") {
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
    if (this.#real.has(path)) return this.#real.get(path);
    const parent = dirname(path);
    const at = parent === path ? path : this.real(parent);
    const end = at === undefined || parent === path ? at : this.#end(at, basename(path));
    this.#real.set(path, end);
    return end;
  }

  /** True if nothing exists there, according to cached lookups. */
  isAbsent(path: string): boolean {
    return this.#known.get(path) === "absent";
  }

  #end(at: string, name: string): string | undefined {
    const path = below(at, name);
    const kind = this.#look(path, at);
    return kind === "there" || kind === "absent" ? path : this.follow(path);
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

export function below(folder: string, name: string): string {
  return folder.endsWith(sep) ? `${folder}${name}` : `${folder}${sep}${name}`;
}

function kindOf(path: string): Kind {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return "absent";
    return stat.isSymbolicLink() ? { link: readlinkSync(path) } : "there";
  } catch (error) {
    // Nothing can exist below a plain file.
    return (error as NodeJS.ErrnoException).code === "ENOTDIR" ? "absent" : "unknown";
  }
}
