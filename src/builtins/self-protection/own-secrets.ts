/** Tokens, keys and records of Snaphook, which no tool may read: by real path and by inode. */
import { readdirSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Surroundings } from "../../core/hooks/builtin.js";
import type { Links } from "../_shared/paths/follow-links.js";
import { daemonProcess } from "./daemon-process.js";
import type { Finds } from "./searches.js";

/** `is`: one of them. `holds`: a parent directory of one of them. */
export type Reached = "is" | "holds";

/** Below our data and state directories. */
const SECRET = /^(?:store|backups|spool|background)(?:\/|$)|(?:^|[/._-])(?:keys?|secrets?|tokens?)(?:[._-]|$)/i;
/** Code and approvals, by location. */
const PLAIN = /^(?:artifacts|trust|versions)\//;
const PLACES = ["store", "backups", "spool", "redaction-key", "daemon/tokens.json"];
const MOST_FILES = 200;

/** For one judgement: disk lookups are cached. */
export class OwnSecrets {
  #found: OwnPlaces | undefined;
  readonly #known = new Map<string, Reached | undefined>();
  #files: readonly string[] | undefined;

  constructor(
    readonly surroundings: Pick<Surroundings, "data" | "state">,
    readonly links: Links,
  ) {}

  get #places(): OwnPlaces {
    const { data, state } = this.surroundings;
    this.#found ??= placesIn([data, state, this.real(data), this.real(state)]);
    return this.#found;
  }

  /** With links resolved, as far as the path exists. */
  real(path: string): string {
    return (path.includes("/..") ? this.links.follow(path) : this.links.real(path)) ?? path;
  }

  reach(path: string): Reached | undefined {
    if (!this.#known.has(path)) this.#known.set(path, this.#ofDaemon(path) ? "is" : this.#look(this.real(path)));
    return this.#known.get(path);
  }

  /** What the daemon holds: its memory, variables and open files. */
  #ofDaemon(path: string): boolean {
    const process = /^\/proc\/(\d+)\/(?:task\/\d+\/)?(?:mem|environ|fd|map_files)(?:\/|$)/.exec(path)?.[1];
    return process !== undefined && process === daemonProcess(this.surroundings);
  }

  /** `$XDG_DATA_HOME/snaphook/…`: the part behind what is unknown. */
  behind(rest: string): Reached | undefined {
    const { data, state } = this.surroundings;
    for (const folder of [data, state])
      if (rest.startsWith(`/${basename(folder)}/`) && this.reach(`${dirname(folder)}${rest}`) === "is") return "is";
    return undefined;
  }

  /** The same for a pattern, which a shell expands to existing files. */
  match(fits: (path: string) => boolean): Reached | undefined {
    const files = this.#secretFiles();
    if (files.some(fits)) return "is";
    return [...new Set(files.flatMap(foldersAbove))].some(fits) ? "holds" : undefined;
  }

  /** True if a search that starts above them may find one of them. */
  isFound(start: string, finds: Finds): boolean {
    const { data, state } = this.surroundings;
    const files = [...this.#secretFiles(), ...PLACES.flatMap((place) => [join(data, place), join(state, place)])];
    const real = this.real(start);
    return files.some((file) => finds(basename(file), relative(real, file).split("/").length));
  }

  /** True if it is one of our directories, or inside one. */
  isOwn(path: string): boolean {
    const within = `${this.real(path)}/`;
    return this.#places.folders.some((folder) => within.startsWith(folder));
  }

  #look(real: string): Reached | undefined {
    const { folders, above } = this.#places;
    for (const folder of folders) {
      if (!real.startsWith(folder)) continue;
      const inside = real.slice(folder.length);
      if (SECRET.test(inside) && !PLAIN.test(inside)) return "is";
    }
    if (above.has(real)) return "holds";
    return this.#isSecondName(real) ? "is" : undefined;
  }

  /** A hard link to one of them. */
  #isSecondName(path: string): boolean {
    if (this.links.isAbsent(path)) return false;
    const own = this.links.stats(path) ?? statOf(path);
    if (own === undefined || !own.isFile() || own.nlink < 2) return false;
    return this.#secretFiles().some((file) => {
      const other = statOf(file);
      return other !== undefined && other.ino === own.ino && other.dev === own.dev;
    });
  }

  #secretFiles(): readonly string[] {
    const { data, state } = this.surroundings;
    const within = (folder: string) => namesIn(folder).map((name) => join(folder, name));
    const isSecret = (file: string) => SECRET.test(basename(file));
    this.#files ??= [
      ...within(data).filter(isSecret),
      ...within(join(data, "store")),
      ...within(join(data, "backups")),
      ...within(join(state, "daemon")).filter(isSecret),
      ...within(join(state, "spool")),
      ...within(join(state, "background")),
    ].slice(0, MOST_FILES);
    return this.#files;
  }
}

interface OwnPlaces {
  /** Our folders, each with a `/` at its end. */
  readonly folders: readonly string[];
  /** Every folder with one of `PLACES` below it, up to the root. */
  readonly above: ReadonlySet<string>;
}

let last: { readonly key: readonly string[]; readonly places: OwnPlaces } | undefined;

/** The same for the same folders, which most calls after each other have. */
function placesIn(own: readonly string[]): OwnPlaces {
  if (last === undefined || !own.every((folder, at) => folder === last!.key[at])) {
    const folders = [...new Set(own)];
    const places = folders.flatMap((folder) => PLACES.map((place) => join(folder, place)));
    last = {
      key: own,
      places: {
        folders: folders.map((folder) => `${folder}/`),
        above: new Set(["/", ...places.flatMap(foldersAbove)]),
      },
    };
  }
  return last.places;
}

function foldersAbove(path: string): string[] {
  const found: string[] = [];
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) found.push(at);
  return found;
}

export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // does not exist
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // unreadable
  }
}
