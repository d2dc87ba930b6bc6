/**
 * Second names that a call gives to files and then uses: links, copies that share their content, mounts. Their order is not
 * looked at: a name that leads somewhere at any time of the call leads there.
 */
import { operands } from "../../effects/model/arguments.js";
import type { Where } from "../../effects/model/effect.js";
import type { Invocation, Word } from "../../effects/model/invocation.js";
import { absolute, isWithin } from "../../effects/paths/paths.js";

const MOST_NAMES = 32;
const MOST_STEPS = 8;

export class RenamedPaths {
  /** By their new name. */
  readonly #links = new Map<string, string>();
  readonly #copies = new Map<string, string>();
  /** The commands that make links: making one changes nothing yet. */
  readonly makers = new Set<string>();

  constructor(invocations: readonly Invocation[], where: Where) {
    for (const invocation of invocations) {
      const given = namesGiven(invocation, where);
      const names = given.same ? this.#links : this.#copies;
      if (names.size >= MOST_NAMES || given.pairs.length === 0) continue;
      if (given.same) this.makers.add(invocation.words);
      for (const [name, target] of given.pairs) if (!isWithin(target, name)) names.set(name, target);
    }
  }

  /** Where the path leads through links of the call; undefined if it goes through none. */
  behindLinks(path: string): string | undefined {
    return follow(path, this.#links);
  }

  /** What a file has its content from. */
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

/** `same`: what is done to the name is done to what it stands for. */
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
    case "cp":
      return { same: flagged(/^-[a-zA-Z]*[ls]|^--(?:symbolic-)?link$/), pairs: pairs(invocation, where, false) };
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
      // The target of a symbolic link is meant from where the link lies.
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
