/** Where templates, profiles and threads are. */
import { isAbsolute, join, relative, sep } from "node:path";
import { type AppPaths, realFolder } from "../platform/paths.js";

/** The user's templates: files with `agents` and `templates`. */
export function userThreads({ config }: Pick<AppPaths, "config">): string {
  return join(config, "threads");
}

/** A project's templates, which have to be approved. */
export function projectThreads(root: string): string {
  return join(root, ".snaphook/threads");
}

/** Cortex's data directory. Only an absolute path from the environment counts. */
export function cortexFolder(home: string, environment: Readonly<Record<string, string | undefined>>): string {
  const moved = environment["CORTEX_HOME"];
  return moved?.startsWith("/") ? moved : join(home, ".cortex");
}

/** Cortex's scripts know a project by the name of its folder, in which its TASKS.yaml is; undefined outside of these. */
export function cortexProject(
  cwd: string,
  home: string,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const moved = environment["CORTEX_PROJECTS_DIR"];
  const projects = moved?.startsWith("/") ? moved : join(cortexFolder(home, environment), "context/projects");
  const way = relative(realFolder(projects), realFolder(cwd));
  const [name = ""] = isAbsolute(way) ? [] : way.split(sep);
  return name === "" || name === ".." ? undefined : name;
}

/** One folder per thread, with its record, its artifact and what its agents print. */
export function threadsFolder({ state }: Pick<AppPaths, "state">): string {
  return join(state, "threads");
}

/** One folder per session that gets a turn in the background, while it does. */
export function sessionHooksFolder({ state }: Pick<AppPaths, "state">): string {
  return join(state, "session-hooks");
}

/** One file per folder, with what became of turns in the background. */
export function backgroundTurnsFolder({ state }: Pick<AppPaths, "state">): string {
  return join(state, "session-turns");
}
