/** Where Snaphook keeps its things, by the XDG rules. Only absolute paths from the environment count. */

import { existsSync, readFileSync, realpathSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface AppPaths {
  readonly home: string;
  /** Parent of every program's config folder; other systems' files live next to ours. */
  readonly configHome: string;
  readonly config: string;
  /** The administrator's policy. No variable leads elsewhere: a person cannot switch it off. */
  readonly managed: string;
  /** Trust records and code config bundles: losing them costs a review. */
  readonly data: string;
  /** Counters, marks and the hook log: losing them costs nothing much. */
  readonly state: string;
  /** Compiled plans: made again when missing. */
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

/** An empty or relative HOME would make the current folder, a project's perhaps, the person's own. */
function homeOf(wanted: string | undefined): string {
  if (wanted !== undefined && isAbsolute(wanted)) return wanted;
  try {
    return userInfo().homedir;
  } catch {
    return "/dev/null"; // a user without an entry has no files, and nothing can be put below this
  }
}

/** One name per folder: an approval given through a link must hold for the folder behind it, and the reverse. */
export function realFolder(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // not there: nothing in it applies
  }
}

/** Where the process is. Its folder may have been removed under it; then no project applies, and the rest still does. */
export function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return "/";
  }
}

// Facts about this installation.

/** The folder of this package, wherever the running file was bundled to. */
export function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json")) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(join(packageRoot(), "package.json"), "utf8")) as {
    version: string;
  };
  return version;
}

/** What a code config's `import "snaphook"` is bundled from. */
export function authoringModule(): string {
  return join(packageRoot(), "dist/authoring.js");
}
