/** Whether a file that a command is asked to write is one that self-protection protects. */
import { dirname } from "node:path";
import { Links } from "../../builtins/_shared/paths/follow-links.js";
import { ProtectedPaths } from "../../builtins/_shared/paths/protected-paths.js";
import { protectedPlaces, protections } from "../../builtins/self-protection/protections.js";
import { type Finding, finding } from "../../core/errors.js";
import type { Surroundings } from "../../core/hooks/builtin.js";
import { daemonPlace } from "../../runtime/platform/daemon-paths.js";
import { diskFiles } from "../../runtime/platform/disk-files.js";
import { type AppPaths, findPlaces } from "../../runtime/platform/paths.js";
import { findProjectRoot } from "../../sources/discover/discover.js";
import type { Call } from "../command.js";

/** Why `--to` may not name it. The user's usual folders count too if variables name others. */
export function whyProtected(call: Pick<Call, "cwd" | "environment" | "places">, file: string): Finding | undefined {
  const what = [call.places, findPlaces({})].map((places) => protectedAs(call, places, file)).find(Boolean);
  if (what === undefined) return undefined;
  return finding("USAGE", `--to names ${what}: choose another folder`, { file });
}

function protectedAs(
  { cwd, environment }: Pick<Call, "cwd" | "environment">,
  places: AppPaths,
  file: string,
): string | undefined {
  const project = findProjectRoot({ cwd, home: places.home }, diskFiles);
  const sockets = daemonPlace(places).socketFolder;
  const surroundings: Surroundings = { ...places, project, cwd, sockets, platform: process.platform, environment };
  const rules = protections(surroundings, []);
  const links = new Links(cwd);
  const paths = new ProtectedPaths(rules, { home: places.home, cwd, folders: [...new Set([project, cwd])] }, links);
  const found = paths.find(file);
  if (found === "unknown") return "a path that cannot be resolved";
  if (found !== undefined) return found.what.what;
  const folder = links.real(dirname(file)) ?? dirname(file);
  return protectedPlaces(surroundings, []).folders.has(folder) ? "in a folder with an agent's hook config" : undefined;
}
