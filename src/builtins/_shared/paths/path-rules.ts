/** Path rules, indexed once so that a judgement is fast. */
import { parse, sep } from "node:path";
import { foldPath } from "./path-forms.js";

/** Applies to existing files and to new ones. */
export interface PathRule<T> {
  /**
   * Absolute; or, with `anywhere`, the end of a path below any directory. A final `*` matches the rest of a name, a
   * final `*.py` every name with that ending.
   */
  readonly path: string;
  readonly anywhere?: true;
  /** One of our directories: hard links to its files count too. */
  readonly searched?: true;
  /** Value of the rule. */
  readonly what: T;
}

/** A file or folder on the way to something protected. */
export interface PathNode {
  readonly name: string;
  /** Rules for this very path. */
  readonly rules: readonly number[];
  readonly children: readonly PathNode[];
}

export class PathRules<T> {
  readonly rules: readonly PathRule<T>[];
  /** Folded absolute path → the first rule for it. */
  readonly exact: ReadonlyMap<string, number>;
  /** Rules of absolute paths, by root. */
  readonly absolute: readonly PathNode[];
  /** Rules of path endings below any directory. */
  readonly ends: readonly PathNode[];
  /** Keyed by the first segment of an ending, folded. */
  readonly #byFirst = new Map<
    string,
    { readonly path: string; readonly parts: readonly string[]; readonly rule: number }[]
  >();
  /** Keyed by directory, folded: protected name endings. */
  readonly #endings = new Map<string, { readonly ending: string; readonly rule: number }[]>();
  readonly #open: { readonly start: string; readonly rule: number }[] = [];
  /** All names on the way to a protected path. */
  readonly #names = new Set<string>();

  /** The first matching rule counts. */
  constructor(rules: readonly PathRule<T>[]) {
    this.rules = rules;
    const exact = new Map<string, number>();
    const absolute: MutableNode[] = [];
    const ends: MutableNode[] = [];
    rules.forEach(({ path, anywhere }, rule) => {
      const folded = foldPath(path);
      for (const name of folded.split("/")) this.#names.add(name);
      const [, folder, ending] = /^(.+)\/\*(\.\w+)$/.exec(folded) ?? [];
      if (folder !== undefined && ending !== undefined) return push(this.#endings, folder, { ending, rule });
      if (path.endsWith("*")) return this.#open.push({ start: folded.slice(0, -1), rule });
      addPath(anywhere ? ends : absolute, path, rule);
      if (anywhere) push(this.#byFirst, folded.split("/")[0]!, { path: folded, parts: folded.split("/"), rule });
      else if (!exact.has(folded)) exact.set(folded, rule);
      return undefined;
    });
    this.exact = exact;
    this.absolute = absolute;
    this.ends = ends;
  }

  /** True if a file or directory of this folded name can be protected, or be a parent of a protected path. */
  mayLead(name: string): boolean {
    return this.#names.has(name) || this.#open.some(({ start }) => name.startsWith(start));
  }

  /** Rules for this folded path or one of its parents. `more`: additional absolute paths. */
  fitting(folded: string, more: ReadonlyMap<string, number>): number[] {
    const found: number[] = [];
    for (let from = 0; from <= folded.length; ) {
      const next = folded.indexOf("/", from);
      const end = next === -1 ? folded.length : next;
      this.#addFitting(folded, from, end, found);
      if (more.size > 0 && end > 0) {
        const rule = more.get(folded.slice(0, end));
        if (rule !== undefined) found.push(rule);
      }
      from = end + 1;
    }
    if (this.#endings.size > 0)
      for (const { ending, rule } of this.#endings.get(folded.slice(0, folded.lastIndexOf("/"))) ?? [])
        if (folded.endsWith(ending)) found.push(rule);
    return found;
  }

  /** Rules that end or begin with the part of the path between the two positions. */
  #addFitting(folded: string, from: number, end: number, found: number[]): void {
    const name = folded.slice(from, end);
    for (const { start, rule } of this.#open) if (name.startsWith(start)) found.push(rule);
    // Most names are in no rule.
    if (!this.#names.has(name)) return;
    const exact = this.exact.get(folded.slice(0, end));
    if (exact !== undefined) found.push(exact);
    for (const { path, rule } of this.#byFirst.get(name) ?? [])
      if (folded.startsWith(path, from) && (folded.length === from + path.length || folded[from + path.length] === "/"))
        found.push(rule);
  }

  /** Rules for paths below this folded path. */
  inside(folded: string, more: ReadonlyMap<string, number>): number[] {
    const folder = folded.endsWith("/") ? folded : `${folded}/`;
    const below = [...this.exact, ...more].filter(([path]) => path.startsWith(folder)).map(([, rule]) => rule);
    const names = folded.split("/");
    const begun = [...this.#byFirst.values()].flat().filter(({ parts }) =>
      parts.some((_, n) => {
        const last = names.slice(-n);
        return n > 0 && last.length === n && parts.slice(0, n).every((part, j) => part === last[j]);
      }),
    );
    return [...below, ...begun.map(({ rule }) => rule)];
  }
}

interface MutableNode extends PathNode {
  readonly rules: number[];
  readonly children: MutableNode[];
}

function addPath(nodes: MutableNode[], path: string, rule: number): void {
  const { root } = parse(path);
  const names = path.slice(root.length).split(sep === "\\" ? /[\\/]+/ : /\/+/);
  let level = nodes;
  let node: MutableNode | undefined;
  for (const name of root === "" ? names : [root, ...names]) {
    if (name === "") continue;
    node = level.find((one) => one.name === name);
    if (node === undefined) {
      node = { name, rules: [], children: [] };
      level.push(node);
    }
    level = node.children;
  }
  node?.rules.push(rule);
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
