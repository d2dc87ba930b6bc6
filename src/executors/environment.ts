/**
 * The environment a hook's process gets: an allowlist, our own variables, and what the hook declares (SE-05).
 * Secrets of the agent's environment never reach a hook that did not name them.
 */
import type { AdmittedHook } from "../core/admission.js";
import type { CommandRun, HookSpec, SourceRef } from "../core/hook.js";
import { mayGetVariable, NO_GRANTS, type Reach, SECRET_NAME } from "../core/reach.js";

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

export function hookEnvironment(
  hook: AdmittedHook,
  own: Environment,
  dialect: Environment = {},
  reach: Reach = NO_GRANTS,
): Record<string, string> {
  const { env = {} } = hook.run as CommandRun;
  const { names, all } = askedFor(hook, hook.source, reach);
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined && (all || names.has(name) || isAllowed(name))) result[name] = value;
  }
  const ofDialect = Object.entries(dialect).filter(([name]) => mayGetVariable(name, hook.source.level, reach));
  for (const [name, value] of [...ofDialect, ...Object.entries(env)]) {
    if (value !== undefined) result[name] = String(value); // from a payload, so not always text
  }
  return result;
}

/** What a hook asks for beyond the usual and may get. */
export function askedFor(
  { run }: Pick<HookSpec, "run">,
  { level }: SourceRef,
  reach: Reach,
): { readonly names: ReadonlySet<string>; readonly all: boolean } {
  const { passEnv = [], inheritEnv = false } = run as CommandRun;
  return {
    names: new Set(passEnv.filter((name) => mayGetVariable(name, level, reach))),
    all: inheritEnv && (level === "managed" || level === "user" || level === "code"),
  };
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
