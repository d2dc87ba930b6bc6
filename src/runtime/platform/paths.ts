/** Snaphook's directories, by the XDG rules. Only absolute paths from the environment count. */

import { existsSync, readFileSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface AppPaths {
  readonly home: string;
  /** Parent of all config directories; other systems' files are beside ours. */
  readonly configHome: string;
  readonly config: string;
  /** The administrator's policy. No variable moves it: a user cannot disable it. */
  readonly managed: string;
  /** Trust records and code config bundles: losing them costs a review. */
  readonly data: string;
  /** Counters, marks and the hook log: losing them does little harm. */
  readonly state: string;
  /** Compiled plans: recompiled if missing. */
  readonly cache: string;
}

const MANAGED: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "/Library/Application Support/snaphook",
  win32: "C:\\ProgramData\\snaphook",
};

export function findPlaces(environment: Readonly<Record<string, string | undefined>> = process.env): AppPaths {
  const home = homeOf(environment["HOME"]);
  const xdg = (name: string, fallback: string) => {
    const value = environment[name];
    return value !== undefined && isAbsolute(value) ? value : join(home, fallback);
  };
  const configHome = xdg("XDG_CONFIG_HOME", ".config");
  return {
    home,
    configHome,
    config: join(configHome, "snaphook"),
    managed: MANAGED[process.platform] ?? "/etc/snaphook",
    data: join(xdg("XDG_DATA_HOME", ".local/share"), "snaphook"),
    state: join(xdg("XDG_STATE_HOME", ".local/state"), "snaphook"),
    cache: join(xdg("XDG_CACHE_HOME", ".cache"), "snaphook"),
  };
}

/** An empty or relative HOME would make the current directory, possibly a project's, the user's own. */
function homeOf(wanted: string | undefined): string {
  if (wanted !== undefined && isAbsolute(wanted)) return wanted;
  try {
    return process.getBuiltinModule("node:os").userInfo().homedir;
  } catch {
    return "/dev/null"; // a user without an entry has no files, and nothing can be put below this
  }
}

/** Canonical path: an approval given through a link must be valid for its target, and the reverse. */
export function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // does not exist: nothing in it applies
  }
}

/** The working directory. It may have been removed; then no project applies, and the rest still does. */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return "/";
  }
}

// Facts about this installation.

interface OwnPackage {
  readonly folder: string;
  readonly version: string;
}

let own: OwnPackage | undefined;

/**
 * The package of this code. An application may have bundled it: then the nearest package.json is the application's, and
 * ours is the installed dependency, if there is one.
 */
function ownPackage(): OwnPackage {
  if (own !== undefined) return own;
  const here = typeof __filename === "string" ? __filename : fileURLToPath(import.meta.url);
  own = packageAbove(dirname(here)) ?? installedFor(here) ?? { folder: dirname(here), version: "unknown" };
  return own;
}

function packageAbove(start: string): OwnPackage | undefined {
  for (let folder = start; ; folder = dirname(folder)) {
    const file = join(folder, "package.json");
    if (existsSync(file)) return readPackage(file);
    if (dirname(folder) === folder) return undefined;
  }
}

function installedFor(file: string): OwnPackage | undefined {
  try {
    return readPackage(createRequire(file).resolve("snaphook/package.json"));
  } catch {
    return undefined; // a standalone bundle
  }
}

function readPackage(file: string): OwnPackage | undefined {
  const { name, version } = JSON.parse(readFileSync(file, "utf8")) as { name?: string; version: string };
  return name === "snaphook" ? { folder: dirname(file), version } : undefined;
}

export function packageRoot(): string {
  return ownPackage().folder;
}

export function packageVersion(): string {
  return ownPackage().version;
}

/** The module for `import "snaphook"` in a code config. Missing in a bundle without the package. */
export function authoringModule(): string {
  return join(packageRoot(), "dist/authoring.js");
}
