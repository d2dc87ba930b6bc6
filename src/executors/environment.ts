/**
 * The part of the agent's environment that hooks may see: an allowlist, and our own variables unless they look like
 * secrets (SE-05).
 */

import { realpathSync } from "node:fs";
import { delimiter, isAbsolute, relative, sep } from "node:path";
import type { AdmittedHook } from "../core/hooks/admission.js";
import { mayGetVariable, NO_GRANTS, type Reach, SECRET_NAME } from "../core/hooks/grants.js";
import type { CommandRun, HookSpec, SourceRef } from "../core/hooks/hook.js";
import { asText } from "../core/text/json.js";

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

// The environment of a hook's process: the allowlist, and what the hook declares (SE-05). Secrets never reach a hook
// that did not name them.

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
  const ofProject = projectVariables(hook, dialect, reach);
  for (const [name, value] of [...ofDialect, ...ofProject, ...Object.entries(env)]) {
    if (value !== undefined) result[name] = asText(value); // from a payload, so not always a string
  }
  return result;
}

/**
 * For approved hooks these name the project they were approved in. The event's directory may be another one, with an
 * unapproved script of the same name.
 */
function projectVariables({ source }: AdmittedHook, dialect: Environment, reach: Reach): [string, string][] {
  const root = source.root ?? reach.root;
  if ((source.level !== "project" && source.level !== "plugin") || root === undefined) return [];
  return ["CLAUDE_PROJECT_DIR", "SNAPHOOK_PROJECT_DIR"].filter((name) => name in dialect).map((name) => [name, root]);
}

/** Additional variables that a hook requests and may get. */
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

// The PATH for hooks. A project must not shadow programs of a user's guard: project directories and relative entries
// are removed. To run a project's tool, a hook names its path.

export function withSafePath(environment: Environment, root: string | undefined): Environment {
  const { PATH, ...others } = environment;
  if (PATH === undefined) return environment;
  const project = root === undefined || isNobodys(root, environment["HOME"]) ? undefined : root;
  const kept = PATH.split(delimiter).filter((folder) => isAbsolute(folder) && !isOfProject(folder, project));
  // An empty PATH would mean the working directory; without one the system's default is used.
  return kept.length === 0 ? others : { ...others, PATH: kept.join(delimiter) };
}

function isOfProject(folder: string, root: string | undefined): boolean {
  return root !== undefined && (isInside(folder, root) || isInside(real(folder), real(root)));
}

/** An agent may be started in the home directory or above system programs: those are not project directories. */
function isNobodys(root: string, home: string | undefined): boolean {
  return [home, "/usr/bin"].some((held) => held !== undefined && isInside(real(held), real(root)));
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way !== ".." && !way.startsWith(`..${sep}`);
}

function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path; // does not exist, so nothing is found in it
  }
}
