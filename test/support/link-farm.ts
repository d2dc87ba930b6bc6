/** Many ways to the same file: links, other spellings, other names that a file system may take for the same. */
import { existsSync, linkSync, mkdirSync, realpathSync, statSync, symlinkSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { BuiltinPlace } from "./builtin-place.js";

/** Another way to the same place, from an absolute path; undefined where there is none. */
type Way = (path: string, farm: Farm) => string | undefined;
type Ways = Readonly<Record<string, Way>>;

export class Farm extends BuiltinPlace {
  readonly links = join(this.project, "links");
  #count = 0;

  constructor() {
    super();
    mkdirSync(this.links);
  }

  /** Nothing is made in folders of the machine itself. */
  holds(path: string): boolean {
    return existsSync(path) && realpathSync(path).startsWith(`${this.root}/`);
  }

  fresh(): string {
    return join(this.links, `l${this.#count++}`);
  }

  link(to: string): string {
    const at = this.fresh();
    symlinkSync(to, at);
    return at;
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
const renamed = (path: string, rename: (name: string) => string) => join(dirname(path), rename(basename(path)));
const inHome = (path: string, { home }: Farm, written: string) =>
  path.startsWith(`${home}/`) ? `${written}${path.slice(home.length)}` : undefined;

/** Other names that a file system may take for the same. */
export const NAMES: Ways = {
  "the name as it is": (path) => path,
  "capital letters": (path) => renamed(path, (name) => name.toUpperCase()),
  "another case of a folder": (path) => path.replace(/\.(snaphook|claude|codex|local)\//, (name) => name.toUpperCase()),
  "letters taken apart": (path) => path.normalize("NFD"),
  "wide letters": (path) =>
    renamed(path, (name) => name.replace(/[a-z]/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0))),
  "a mark nobody sees": (path) => renamed(path, (name) => name.replace(/(?<=^.)/, "\u200d")),
  "a dot at the end": (path) => `${path}.`,
};

export const LINKS: Ways = {
  "no link": (path) => path,
  "a link to it": (path, farm) => farm.link(path),
  "a relative link to it": (path, farm) => farm.link(relative(farm.links, path)),
  "a chain of links": (path, farm) => farm.link(farm.link(farm.link(path))),
  "a link to its folder": (path, farm) => join(farm.link(dirname(path)), basename(path)),
  "a link to the folder above": (path, farm) =>
    join(farm.link(dirname(dirname(path))), basename(dirname(path)), basename(path)),
  "a second name of the file": (path, farm) => {
    if (!farm.holds(path) || isFolder(path)) return undefined;
    const at = farm.fresh();
    linkSync(path, at);
    return at;
  },
};

export const SPELLINGS: Ways = {
  "as it is": (path) => path,
  relative: (path, { project }) => relative(project, path),
  "relative with a dot": (path, { project }) => `./${relative(project, path)}`,
  "doubled slashes": (path) => path.replaceAll("/", "//"),
  "a dot in between": (path) => path.replaceAll("/", "/./"),
  "there and back": (path) => `${dirname(path)}/nothing/../${basename(path)}`,
  "a link, and back out of it": (path, farm) => {
    const folder = dirname(path);
    if (!farm.holds(folder) || !isFolder(folder)) return undefined;
    const inner = join(folder, "inner-folder");
    mkdirSync(inner, { recursive: true });
    return `${farm.link(inner)}/../${basename(path)}`;
  },
  "a slash at the end": (path) => `${path}/`,
  "a dot folder at the end": (path) => `${path}/.`,
  "a blank at the end": (path) => `${path} `,
  "the root of a process": (path) => `/proc/self/root${path}`,
  "the root of a thread": (path) => `/proc/thread-self/root${path}`,
  "the root of a process by its number": (path) => `/proc/${process.pid}/root${path}`,
  "the folder of a process": (path, { project }) => `/proc/self/cwd/${relative(project, path)}`,
  "the home folder": (path, farm) => inHome(path, farm, "~"),
  "the home folder by name": (path, farm) => inHome(path, farm, `~${basename(farm.home)}`),
  "the home folder as a variable": (path, farm) => inHome(path, farm, "${HOME}"),
  "a file address": (path) => pathToFileURL(path).href,
};

/** Two ways after each other, each pair once: what was taken, and where it leads. */
export function* waysTo(path: string, farm: Farm): Generator<readonly [how: string, end: string]> {
  for (const [firsts, seconds] of [
    [NAMES, LINKS],
    [NAMES, SPELLINGS],
    [LINKS, SPELLINGS],
  ] as const)
    for (const [first, one] of Object.entries(firsts))
      for (const [second, other] of Object.entries(seconds)) {
        const way = one(path, farm);
        const end = way === undefined ? undefined : other(way, farm);
        if (end !== undefined) yield [`${first}, ${second}`, end];
      }
}
