/** Where Snaphook keeps its things, by the XDG rules. Only absolute paths from the environment count. */
import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";

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
