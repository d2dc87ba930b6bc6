/** Cortex's directories, derived from the path of one of its files. `$CORTEX_HOME` is `~/.cortex` by default. */
import { basename, dirname, isAbsolute, join, resolve, sep, win32 } from "node:path";
import type { Files } from "../../contract.js";
import { staysInside } from "../../trust/confine.js";

export const REGISTRY_FOLDER = "config/hooks";
export const TEMPLATE_FOLDER = "config/thread-templates/templates";
export const SESSION_FILE = "config/session-hooks.json";
/** Several templates in one file. */
export const TEMPLATES_FILE = "config/thread-templates.json";

/** A project's thread templates in Snaphook's own directory. They are approved as a whole, because they start programs. */
export const PROJECT_THREADS = ".snaphook/threads";

/** True if a file is directly in one of these directories. */
export function isIn(folder: string, path: string): boolean {
  return withSlashes(dirname(path)).endsWith(`/${folder}`);
}

/** The data directory of a file; undefined if its path does not show it. */
export function cortexHome(path: string): string | undefined {
  const folder = [REGISTRY_FOLDER, TEMPLATE_FOLDER].find((name) => isIn(name, path));
  if (folder !== undefined) return resolve(dirname(path), ...folder.split("/").map(() => ".."));
  if ([SESSION_FILE, TEMPLATES_FILE].some((file) => withSlashes(path).endsWith(`/${file}`)))
    return dirname(dirname(path));
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) {
    if (basename(at) === ".cortex") return at;
  }
  return undefined;
}

function withSlashes(path: string): string {
  return path.split(sep).join("/");
}

/** The directory that scripts must stay in; entries outside a Cortex home keep their scripts beside them. */
export function scriptFolder(path: string): string {
  const home = cortexHome(path);
  return home === undefined ? dirname(path) : join(home, "hooks");
}

/** Absolute path of a script, or its problem. Links are resolved first (CF-16, SE-12). */
export function placeScript(script: string, folder: string, files: Files): { path: string } | { outside: string } {
  if (isAbsolute(script) || win32.isAbsolute(script) || /^[A-Za-z]:/.test(script)) {
    return { outside: "is an absolute path" };
  }
  if (script.split(/[\\/]/).includes("..")) return { outside: "leaves the hooks directory with `..`" };
  if (!staysInside(files, folder, script)) return { outside: "is a link out of the hooks directory" };
  return { path: resolve(folder, script) };
}
