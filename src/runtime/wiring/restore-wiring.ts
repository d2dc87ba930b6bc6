/**
 * CF-20: restores files of `install --project` that were deleted since, by `git clean` for example, when the daemon
 * starts. `uninstall` removes them for good. An existing file is left unchanged.
 */
import { existsSync, lstatSync } from "node:fs";
import { dirname } from "node:path";
import type { Adapter } from "../../adapters/contract.js";
import type { AppPaths } from "../platform/paths.js";
import { launcherPath } from "./command-line.js";
import { updateGitIgnore } from "./git-ignore.js";
import { type WirePlace, wire } from "./wire.js";
import { wiredFiles } from "./wired-files.js";

/** The restored files. Never throws. */
export function restoreProjectWiring(places: AppPaths, adapters: readonly Adapter[]): string[] {
  if (!existsSync(launcherPath(places.data))) return [];
  return wiredFiles(places.data).filter((file) => restore(file, places, adapters));
}

function restore(file: string, places: AppPaths, adapters: readonly Adapter[]): boolean {
  try {
    if (lstatSync(file, { throwIfNoEntry: false }) !== undefined) return false;
    const found = projectOf(file, places, adapters);
    if (found === undefined) return false;
    const wired = wire(found.place, { dryRun: false, keepsTimeouts: true });
    if ("problem" in wired) return false;
    updateGitIgnore(found.project, { add: [file] });
    return true;
  } catch {
    return false; // an unreadable directory
  }
}

/** The project and agent of a file; undefined for a user's own file, or if the project is missing. */
function projectOf(
  file: string,
  { home, data }: AppPaths,
  adapters: readonly Adapter[],
): { readonly project: string; readonly place: WirePlace } | undefined {
  for (let project = dirname(file); dirname(project) !== project; project = dirname(project)) {
    if (!existsSync(project)) continue;
    const folders = { home, project, environment: {} };
    for (const adapter of adapters) {
      if (adapter.wiring?.files("user", folders).some(({ path }) => path === file)) return undefined;
      const own = adapter.wiring?.files("project", folders).find(({ path }) => path === file);
      if (own !== undefined) return { project, place: { adapter, file: own, dataFolder: data, project } };
    }
  }
  return undefined;
}
