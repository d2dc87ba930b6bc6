/** Rules about paths, sorted once so that a judgement has little left to do. */
import { parse, sep } from "node:path";
import { foldPath } from "./path-forms.js";

/** Whether it exists makes no difference: a file that is made there counts like one that is changed. */
export interface PathRule<T> {
  /**
   * Absolute; or, with `anywhere`, the end of a path below any folder. A last `*` stands for the rest of a name, a last
   * `*.py` for every name in its folder that ends like that.
   */
  readonly path: string;
  readonly anywhere?: true;
  /** A folder of our own: a second name of a file in it, wherever that is, counts too. */
  readonly searched?: true;
  /** What the rule stands for. */
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
  /** The rules of absolute paths, by the root that they begin with. */
  readonly absolute: readonly PathNode[];
  /** Those of the ends of paths, which begin in any folder. */
  readonly ends: readonly PathNode[];
  /** By the first part of an end, folded. */
  readonly #byFirst = new Map<string, { readonly parts: readonly string[]; readonly rule: number }[]>();
  /** By folder, folded: names that end like that. */
  readonly #endings = new Map<string, { readonly ending: string; readonly rule: number }[]>();
  readonly #open: { readonly start: string; readonly rule: number }[] = [];
  /** Every name on the way to something. */
  readonly #names = new Set<string>();

  /** The first rule that fits is the one that counts. */
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
      if (anywhere) push(this.#byFirst, folded.split("/")[0]!, { parts: folded.split("/"), rule });
      else if (!exact.has(folded)) exact.set(folded, rule);
      return undefined;
    });
    this.exact = exact;
    this.absolute = absolute;
    this.ends = ends;
  }

  /** Whether a file or folder of this folded name can be one that is protected, or one on the way to it. */
  mayLead(name: string): boolean {
    return this.#names.has(name) || this.#open.some(({ start }) => name.startsWith(start));
  }

  /** Rules for this folded path or a folder it lies in; `more` are further absolute paths. */
  fitting(folded: string, more: ReadonlyMap<string, number>): number[] {
    const found: number[] = [];
    for (let end = folded.length; end > 0; end = folded.lastIndexOf("/", end - 1)) {
      const path = folded.slice(0, end);
      for (const rule of [this.exact.get(path), more.get(path)]) if (rule !== undefined) found.push(rule);
    }
    for (const { ending, rule } of this.#endings.get(folded.slice(0, folded.lastIndexOf("/"))) ?? [])
      if (folded.endsWith(ending)) found.push(rule);
    const names = folded.split("/");
    names.forEach((name, i) => {
      for (const { parts, rule } of this.#byFirst.get(name) ?? [])
        if (parts.every((part, j) => part === names[i + j])) found.push(rule);
      for (const { start, rule } of this.#open) if (name.startsWith(start)) found.push(rule);
    });
    return found;
  }

  /** Rules for what lies below this folded path. */
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
