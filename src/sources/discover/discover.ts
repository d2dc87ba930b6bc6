/**
 * Finds the files that apply to an event, and why.
 * User files always apply. In a project, every directory from its root down to the event's directory counts, outermost
 * first: a nested package adds to its root's hooks. The root is the nearest directory with `.git`; without one, the
 * nearest with Snaphook files; otherwise the event's directory itself. Directories beside the event's path do not
 * count, whatever files a tool touches there. Above the root only approved files count.
 */
import { basename, dirname, join } from "node:path";
import type { Scope } from "../contract.js";

export interface Found {
  readonly path: string;
  readonly scope: Scope;
  readonly kind: "config" | "code";
  readonly why: string;
}

/** Disk queries of discovery. Every query is recorded: the plan is valid as long as all results are. */
export interface Probe {
  exists(path: string): boolean;
  list(folder: string): string[];
}

export const CONFIG_NAMES = ["hooks.json", "hooks.jsonc", "hooks.yaml", "hooks.yml"];
export const CODE_NAMES = ["snaphook.config.ts", "snaphook.config.mts", "snaphook.config.js", "snaphook.config.mjs"];
export const ONE_PER_HOOK = "hooks.d";

export interface DiscoverPlaces {
  readonly cwd: string;
  readonly home: string;
  /** Snaphook's own user config directory. */
  readonly config: string;
  /** The administrator's. */
  readonly managed: string;
  /** Where the agent was started, if known: its project counts, even after a command changed the directory. */
  readonly startedIn?: string;
}

/** A valid name in `hooks.d`. */
export function isHookFile(name: string): boolean {
  return /^[^.].*\.(jsonc?|ya?ml)$/.test(name);
}

/** True if a config is a program rather than data. */
export function isCode(path: string): boolean {
  return /\.[cm]?[jt]s$/.test(path);
}

export function findProjectRoot(
  { cwd, home }: Pick<DiscoverPlaces, "cwd" | "home">,
  probe: Pick<Probe, "exists">,
): string {
  const above = ancestors(cwd, home);
  return (
    above.find((folder) => probe.exists(join(folder, ".git"))) ??
    above.find((folder) => holdsOurFiles(folder, probe)) ??
    cwd
  );
}

export interface Discovered {
  readonly root: string;
  /** The directories whose files count, outermost first. */
  readonly folders: readonly string[];
  /** Directories above the root, innermost first: only their approved files count. */
  readonly above: readonly string[];
  readonly found: readonly Found[];
}

export function discover(asked: DiscoverPlaces, probe: Probe): Discovered {
  const { home, startedIn = asked.cwd } = asked;
  // Outside the agent's project, that project's hooks still apply.
  const places = ancestors(asked.cwd, home).includes(startedIn) ? asked : { ...asked, cwd: startedIn };
  const root = findProjectRoot({ cwd: startedIn, home }, probe);
  const found = [
    ...filesIn(places.managed, "managed", "your administrator's policy", probe),
    ...filesIn(places.config, "user", "your user config", probe),
    ...codeIn(places.config, "user", "your user config", probe),
  ];
  const between = ancestors(places.cwd, places.home);
  const folders = between.slice(0, between.indexOf(root) + 1).reverse();
  for (const folder of folders) {
    const why =
      folder === root
        ? "the project root"
        : folder === places.cwd
          ? "the directory of the event"
          : `a directory between the project root and the event (${folder})`;
    const ours = join(folder, ".snaphook");
    if (ours !== places.config && probe.exists(ours)) found.push(...filesIn(ours, "project", why, probe));
    found.push(...codeIn(folder, "project", why, probe));
  }
  return { root, folders, above: between.slice(between.indexOf(root) + 1), found };
}

/** The directory that a native file belongs to: the parent of `.snaphook`, or that of a code config. */
export function folderOfFile(path: string): string {
  const folder = dirname(path);
  const ours = basename(folder) === ONE_PER_HOOK ? dirname(folder) : folder;
  return basename(ours) === ".snaphook" ? dirname(ours) : ours;
}

/** From the directory upwards. The home directory and its parents are no project, unless the event is there. */
function ancestors(cwd: string, home: string): string[] {
  const folders = [cwd];
  for (let folder = dirname(cwd); ; folder = dirname(folder)) {
    const last = folders.at(-1);
    if (last === home || folder === home || folder === last) break;
    folders.push(folder);
  }
  return folders;
}

function holdsOurFiles(folder: string, probe: Pick<Probe, "exists">): boolean {
  return probe.exists(join(folder, ".snaphook")) || CODE_NAMES.some((name) => probe.exists(join(folder, name)));
}

function filesIn(folder: string, scope: Scope, why: string, probe: Probe): Found[] {
  const plain = CONFIG_NAMES.map((name) => join(folder, name)).filter((path) => probe.exists(path));
  const single = probe
    .list(join(folder, ONE_PER_HOOK))
    .filter(isHookFile)
    .map((name) => join(folder, ONE_PER_HOOK, name));
  return [...plain, ...single].map((path) => ({ path, scope, kind: "config", why }));
}

function codeIn(folder: string, scope: Scope, why: string, probe: Probe): Found[] {
  return CODE_NAMES.map((name) => join(folder, name))
    .filter((path) => probe.exists(path))
    .map((path) => ({ path, scope, kind: "code", why }));
}
