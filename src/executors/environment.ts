/** What hooks may see of the agent's environment: an allowlist, and our own variables unless they look like secrets (SE-05). */
import { SECRET_NAME } from "../core/hooks/grants.js";

export const ALWAYS_PASSED = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TERM",
  "LANG",
  "LC_ALL",
  "LC_CTYPE",
  "TZ",
  "NODE_ENV",
  "TMPDIR",
  "PWD",
];
const WINDOWS = ["SYSTEMROOT", "WINDIR", "COMSPEC", "PATHEXT", "APPDATA", "LOCALAPPDATA", "USERPROFILE", "TEMP", "TMP"];
const OUR_PREFIX = "SNAPHOOK_";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What every hook may see of the agent's environment, and all that a function of a code config sees. */
export function passedEnvironment(own: Environment): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) if (value !== undefined && isAllowed(name)) passed[name] = value;
  return passed;
}

export function isAllowed(name: string): boolean {
  if (ALWAYS_PASSED.includes(name) || (process.platform === "win32" && WINDOWS.includes(name.toUpperCase())))
    return true;
  return name.startsWith(OUR_PREFIX) && !SECRET_NAME.test(name);
}
