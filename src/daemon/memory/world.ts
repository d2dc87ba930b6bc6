/** What memory knows about the machine: is it on, and which repository is a folder in. */
import { statSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import type { MemoryPlace, MemoryWorld } from "../../core/records/memory-store.js";
import { diskFiles } from "../../runtime/platform/disk-files.js";
import { type AppPaths, realFolder } from "../../runtime/platform/paths.js";
import { findProjectRoot } from "../../sources/discover/discover.js";
import { isBelow, repositoryOf } from "../../sources/trust/repository.js";
import { citeLine } from "./citations.js";
import { riskyCalls } from "./command-effects.js";
import { foreignReads } from "./foreign-reads.js";
import { gitPlaceOf, isMainTip } from "./git-place.js";
import { type LoadedMemory, loadMemory, type MemorySettings, memoryFile, projectAllows } from "./settings.js";

type Places = Pick<AppPaths, "config" | "home">;

export interface Checkout {
  readonly root: string;
  /** The main checkout, which all worktrees share. */
  readonly scope: string;
}

/** The settings, read again when the file changes. */
export class LiveSettings {
  readonly #places: Places;
  #seen = "";
  #loaded: LoadedMemory | undefined;

  constructor(places: Places) {
    this.#places = places;
  }

  get now(): MemorySettings {
    return this.#load().settings;
  }

  #load(): LoadedMemory {
    const seen = stateOf(memoryFile(this.#places));
    if (this.#loaded === undefined || seen !== this.#seen) this.#loaded = loadMemory(this.#places);
    this.#seen = seen;
    return this.#loaded;
  }
}

function stateOf(file: string): string {
  try {
    const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
    return stat === undefined ? "none" : `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
  } catch (error) {
    return String(error); // reading it says the same
  }
}

/** Undefined for the home folder, the root, and folders that the user excluded. */
export function checkoutOf(
  folder: string,
  home: string,
  { exclude }: Pick<MemorySettings, "exclude">,
): Checkout | undefined {
  const cwd = realFolder(folder);
  const root = findProjectRoot({ cwd, home: realFolder(home) }, diskFiles);
  if (root === "/" || root === realFolder(home)) return undefined;
  const { main } = repositoryOf(root, diskFiles);
  const left = exclude.map((one) => realFolder(one.replace(/\/\*\*$/, "")));
  if (left.some((one) => [cwd, root, main].some((path) => path === one || isBelow(path, one)))) return undefined;
  return { root, scope: main };
}

/** A path in this checkout, relative to its root. */
export function insideOf(root: string, path: string): string | undefined {
  const whole = isAbsolute(path) ? path : resolve(root, path);
  if (isBelow(whole, root)) return relative(root, whole);
  const real = diskFiles.real(whole);
  return real !== undefined && isBelow(real, root) ? relative(root, real) : undefined;
}

export function memoryWorld(places: Places): MemoryWorld {
  const live = new LiveSettings(places);
  return {
    isOn: () => live.now.enabled,
    placeOf(folder): MemoryPlace | undefined {
      const settings = live.now;
      const checkout = settings.enabled ? checkoutOf(folder, places.home, settings) : undefined;
      if (checkout === undefined || !projectAllows(checkout.root, "capture")) return undefined;
      return placeIn(checkout, places.home);
    },
  };
}

export function placeIn({ root, scope }: Checkout, home: string): MemoryPlace {
  const git = gitPlaceOf(root);
  const shared = git?.commit !== undefined && !git.main && isMainTip(root, git.commit);
  return {
    scope,
    ...(git === undefined ? {} : { git: shared ? { ...git, shared } : git }),
    inside: (path) => insideOf(root, path),
    foreign: (calls) => foreignReads(calls, { root, home }),
    risky: (calls) => riskyCalls(calls, { root, home }),
    cite: (file, line) => citeLine(root, file, new RegExp(line)),
  };
}
