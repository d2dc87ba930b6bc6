/** Decides whether a path is protected or below a protected one, through any link. */
import { readdirSync, type Stats, statSync } from "node:fs";
import { join } from "node:path";
import { below, Links } from "./follow-links.js";
import { childrenThere, rememberChildren } from "./known-folders.js";
import { foldPath, pathForms } from "./path-forms.js";
import type { PathNode, PathRules } from "./path-rules.js";

export interface PathPlaces {
  readonly home: string;
  readonly cwd: string;
  /** Directories searched for `anywhere` rules, to resolve links in them. */
  readonly folders: readonly string[];
}

/** Maximum number of files compared to find a hard link; beyond it the result is unknown. */
const MOST_SEARCHED = 20_000;

/** For one judgement: disk lookups are cached. */
export class ProtectedPaths<T> {
  readonly #rules: PathRules<T>;
  readonly #places: PathPlaces;
  readonly #links: Links;
  readonly #now: number;
  /** Folded targets of links on the way to a protected path. */
  readonly #behind = new Map<string, number>();
  /** The existing file, with links resolved. */
  readonly #real: [path: string, rule: number][] = [];

  constructor(rules: PathRules<T>, places: PathPlaces, links = new Links(places.cwd), now = Date.now()) {
    this.#now = now;
    this.#rules = rules;
    this.#places = places;
    this.#links = links;
    for (const root of rules.absolute) this.#add(root.name, root);
    for (const root of places.folders)
      if (this.#links.real(root) !== root || !this.#links.isAbsent(root)) this.#addIn(root, rules.ends);
  }

  /** `removes`: the operation also affects everything below a directory. */
  find(path: string, removes = false): { readonly what: T } | "unknown" | undefined {
    const { rules } = this.#rules;
    const { forms, unknown } = pathForms(path, this.#places.home, this.#places.cwd, this.#links);
    let strictest = Number.POSITIVE_INFINITY;
    for (const form of forms) {
      const folded = foldPath(form);
      for (const rule of this.#rules.fitting(folded, this.#behind)) strictest = Math.min(strictest, rule);
      if (removes) for (const rule of this.#rules.inside(folded, this.#behind)) strictest = Math.min(strictest, rule);
    }
    if (strictest !== Number.POSITIVE_INFINITY) return rules[strictest]!;
    let isUnknown = unknown;
    for (const form of forms) {
      const twin = this.#twin(form);
      if (typeof twin === "number") return rules[twin]!;
      if (twin === "unknown") isUnknown = true;
    }
    return isUnknown ? "unknown" : undefined;
  }

  #add(path: string, { rules, children }: PathNode): void {
    const real = this.#links.real(path);
    // Nothing is there, and no link leads there: what is below it has no other name.
    if (real === undefined || (real === path && this.#links.isAbsent(path))) return;
    for (const rule of rules) {
      this.#real.push([real, rule]);
      if (real === path) continue;
      const folded = foldPath(real);
      this.#behind.set(folded, Math.min(rule, this.#behind.get(folded) ?? rule));
    }
    this.#addIn(path, children);
  }

  #addIn(folder: string, children: readonly PathNode[]): void {
    const stats = this.#links.stats(folder);
    const there = stats === undefined ? undefined : childrenThere(folder, children, stats);
    for (const node of there ?? children) this.#add(below(folder, node.name), node);
    if (there === undefined && stats !== undefined) this.#remember(folder, children, stats);
  }

  #remember(folder: string, children: readonly PathNode[], stats: Stats): void {
    const paths = children.map(({ name }) => below(folder, name));
    if (paths.every((path) => this.#links.isAbsent(path) || this.#links.stats(path) !== undefined))
      rememberChildren(
        folder,
        children,
        children.filter((_, at) => !this.#links.isAbsent(paths[at]!)),
        { stats, now: this.#now },
      );
  }

  /** A file may have several names. */
  #twin(path: string): number | "unknown" | undefined {
    const own = this.#links.isAbsent(path) ? undefined : (this.#links.stats(path) ?? statOf(path));
    if (own === undefined || !own.isFile() || own.nlink < 2) return undefined;
    const found = this.#real.find(([real]) => isSame(own, statOf(real)));
    if (found !== undefined) return found[1];
    let left = MOST_SEARCHED;
    const search = (folder: string): boolean =>
      entriesOf(folder).some((entry) => {
        if (--left < 0) return true;
        const inner = join(folder, entry.name);
        return entry.isDirectory() ? search(inner) : entry.isFile() && isSame(own, statOf(inner));
      });
    const holder = this.#real.find(([real, rule]) => this.#rules.rules[rule]!.searched && search(real));
    return left < 0 ? "unknown" : holder?.[1];
  }
}

function isSame(one: Stats, other: Stats | undefined): boolean {
  return other !== undefined && one.dev === other.dev && one.ino === other.ino;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // unreadable, so not ours
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // does not exist yet
  }
}
