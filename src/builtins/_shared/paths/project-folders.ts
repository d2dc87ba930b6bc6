/** Directories that are projects: `Projects/NAME`. Cached for 30 s. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { BuiltinOption } from "../../../core/hooks/builtin-options.js";

export const PROJECTS_OPTION = {
  type: "text",
  default: "Projects",
  help: "Directory that contains the projects, relative to the project or with `~/`",
} satisfies BuiltinOption;

export interface ProjectFolder {
  readonly name: string;
  readonly path: string;
}

const FRESH_MS = 30_000;
const MOST = 2000;
const known = new Map<string, { readonly at: number; readonly projects: readonly ProjectFolder[] }>();

/** Empty if the directory does not exist. */
export async function projectFolders(folder: string, now: number): Promise<readonly ProjectFolder[]> {
  const cached = known.get(folder);
  if (cached !== undefined && now >= cached.at && now - cached.at < FRESH_MS) return cached.projects;
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const projects = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .slice(0, MOST)
    .map(({ name }) => ({ name, path: join(folder, name) }));
  known.set(folder, { at: now, projects });
  return projects;
}
