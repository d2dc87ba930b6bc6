/**
 * Other names that a call creates for files and then uses: links, reflinks, mounts. Ignores order: a name that points
 * somewhere at any time of the call counts.
 */
import { lstatSync } from "node:fs";
import { operands } from "../../effects/model/arguments.js";
import type { Where } from "../../effects/model/effect.js";
import type { Invocation, Word } from "../../effects/model/invocation.js";
import { absolute, isWithin } from "../../effects/paths/paths.js";

const MOST_NAMES = 32;
const MOST_STEPS = 8;

/** Those of `namesGiven`. */
const GIVES = new Set<string | undefined>("ln gln link mount bindfs cp gcp rsync install mv cat".split(" "));

export class RenamedPaths {
  /** Keyed by the new name. */
  readonly #links = new Map<string, string>();
  readonly #copies = new Map<string, string>();
  /** The commands that create links: creating one changes nothing yet. */
  readonly makers = new Set<string>();

  constructor(invocations: readonly Invocation[], where: Where) {
    for (const invocation of invocations) {
      if (!GIVES.has(invocation.program)) continue;
      const given = namesGiven(invocation, where);
      const names = given.same ? this.#links : this.#copies;
      if (names.size >= MOST_NAMES || given.pairs.length === 0) continue;
      if (given.same) this.makers.add(invocation.words);
      for (const [name, target] of given.pairs) if (!isWithin(target, name)) names.set(name, target);
    }
  }

  /** The target of a path through links of the call; undefined if it uses none. */
  behindLinks(path: string): string | undefined {
    if (this.#links.size === 0) return undefined;
    return follow(path, this.#links);
  }

  /** The source of a file's content. */
  origin(path: string): string {
    if (this.#links.size + this.#copies.size === 0) return path;
    return follow(path, new Map([...this.#links, ...this.#copies])) ?? path;
  }
}

function follow(path: string, names: ReadonlyMap<string, string>): string | undefined {
  let at = path;
  for (let steps = 0; steps < MOST_STEPS; steps++) {
    const name = [...names.keys()].find((one) => isWithin(at, one));
    if (name === undefined) break;
    at = `${names.get(name)!}${at.slice(name.length)}`;
  }
  return at === path ? undefined : at;
}

type Pair = readonly [name: string, target: string];

/** `same`: an operation on the name applies to the original. */
interface Given {
  readonly same: boolean;
  readonly pairs: readonly Pair[];
}

const NONE: Given = { same: true, pairs: [] };

function namesGiven(invocation: Invocation, where: Where): Given {
  const { program = "", args, cwd, redirects, runs } = invocation;
  if (runs === "elsewhere") return NONE;
  const flagged = (form: RegExp) => args.some(({ text }) => form.test(text));
  switch (program.replace(/^g(?=ln$|cp$)/, "")) {
    case "ln":
    case "link":
      return { same: true, pairs: pairs(invocation, where, flagged(/^-[a-zA-Z]*s|^--symbolic$/)) };
    case "mount":
    case "bindfs":
      return { same: true, pairs: pairs(invocation, where, false) };
    case "cp": {
      const all = pairs(invocation, where, false);
      if (flagged(/^-[a-zA-Z]*[ls]|^--(?:symbolic-)?link$/)) return { same: true, pairs: all };
      // A copy of a link leads where the link leads; a copy of a file is another one.
      const keeps = flagged(/^-[a-zA-Z]*[adPRr]|^--(?:archive|no-dereference|preserve=links|recursive)$/);
      const links = keeps ? all.filter(([, from]) => isLink(from)) : [];
      return links.length > 0 ? { same: true, pairs: links } : { same: false, pairs: all };
    }
    case "rsync":
      return { same: flagged(/^--link-dest/), pairs: pairs(invocation, where, false) };
    case "install":
    case "mv":
      return { same: false, pairs: pairs(invocation, where, false) };
    case "cat": {
      // `cat a > b` makes a copy.
      const to = redirects.find(({ operator }) => operator !== "<")?.target;
      return {
        same: false,
        pairs: to === undefined ? [] : args.flatMap((from) => pair(from, to.text, where, cwd, cwd)),
      };
    }
    default:
      return NONE;
  }
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

/** `ln TARGET NAME`, `ln TARGET… FOLDER`, `ln -t FOLDER TARGET…`. */
function pairs(invocation: Invocation, where: Where, symbolic: boolean): Pair[] {
  const { args, cwd } = invocation;
  const at = args.findIndex(({ text }) => /^(?:-[a-zA-Z]*t|--target-directory)$/.test(text));
  const folder = at === -1 ? undefined : args[at + 1];
  const words = operands({ ...invocation, args: at === -1 ? args : args.toSpliced(at, 2) }, ["-S", "-o", "-m", "-e"]);
  const last = folder ?? (words.length > 1 ? words.at(-1)! : undefined);
  const sources = folder !== undefined || words.length < 2 ? words : words.slice(0, -1);
  return sources.flatMap((from) => {
    const base = from.text
      .replace(/(?<!\/)\/+$/, "")
      .split("/")
      .at(-1)!;
    const names = last === undefined ? [base] : [`${last.text}/${base}`, ...(folder === undefined ? [last.text] : [])];
    return names.flatMap((name) => {
      const link = absolute(name, where, cwd);
      // The target of a symbolic link is relative to the link's directory.
      const seenFrom = symbolic && link !== undefined ? link.slice(0, Math.max(1, link.lastIndexOf("/"))) : cwd;
      return pair(from, name, where, cwd, seenFrom);
    });
  });
}

function pair(
  from: Word,
  name: string,
  where: Where,
  cwd: string | undefined,
  targetFolder: string | undefined,
): Pair[] {
  const link = absolute(name, where, cwd);
  const target = absolute(from.text, where, targetFolder);
  return link === undefined || target === undefined || !from.known ? [] : [[link, target]];
}
