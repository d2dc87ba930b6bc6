/**
 * The environment a hook's process gets: an allowlist, our own variables, and what the hook declares (SE-05).
 * Secrets of the agent's environment never reach a hook that did not name them.
 */
import type { AdmittedHook } from "../core/admission.js";
import type { CommandRun } from "../core/hook.js";

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

/** Names that hold secrets by the look of them; even with our prefix they must be listed to be passed. */
export const SECRET_NAME = /(KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL|AUTH)S?(_|$)/i;

export type Environment = Readonly<Record<string, string | undefined>>;

export function hookEnvironment(
  hook: AdmittedHook,
  own: Environment,
  dialect: Environment = {},
): Record<string, string> {
  const { env = {}, passEnv = [], inheritEnv = false } = hook.run as CommandRun;
  const mayInherit =
    inheritEnv && (hook.source.level === "managed" || hook.source.level === "user" || hook.source.level === "code");
  const result: Record<string, string> = {};
  const declared = new Set(passEnv);
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined) continue;
    if (mayInherit || declared.has(name) || isAllowed(name)) result[name] = value;
  }
  for (const [name, value] of Object.entries({ ...dialect, ...env })) {
    if (value !== undefined) result[name] = String(value); // from a payload, so not always text
  }
  return result;
}

/** What every hook may see of the agent's environment, and all that a function of a code config sees. */
export function passedEnvironment(own: Environment): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) if (value !== undefined && isAllowed(name)) passed[name] = value;
  return passed;
}

function isAllowed(name: string): boolean {
  if (ALWAYS_PASSED.includes(name) || (process.platform === "win32" && WINDOWS.includes(name.toUpperCase())))
    return true;
  return name.startsWith(OUR_PREFIX) && !SECRET_NAME.test(name);
}
