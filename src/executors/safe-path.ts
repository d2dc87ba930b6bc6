/**
 * The PATH that hooks search for programs. A project must not put its own `jq` in the way of a person's guard: folders
 * of the project are left out, and so is what means another folder in every place. Who wants a project's own tool
 * names its path.
 */
import { realpathSync } from "node:fs";
import { delimiter, isAbsolute, relative, sep } from "node:path";
import type { Environment } from "./environment.js";

export function withSafePath(environment: Environment, root: string | undefined): Environment {
  const { PATH, ...others } = environment;
  if (PATH === undefined) return environment;
  const project = root === undefined || isNobodys(root, environment["HOME"]) ? undefined : root;
  const kept = PATH.split(delimiter).filter((folder) => isAbsolute(folder) && !isOfProject(folder, project));
  // An empty PATH would mean the working folder; without one the system's own folders are searched.
  return kept.length === 0 ? others : { ...others, PATH: kept.join(delimiter) };
}

function isOfProject(folder: string, root: string | undefined): boolean {
  return root !== undefined && (isInside(folder, root) || isInside(real(folder), real(root)));
}

/** An agent may well be started in the home folder or above the system's programs: those are no project's. */
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
    return path; // not there: nothing is found in it either
  }
}
