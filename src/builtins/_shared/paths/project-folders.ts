/** Folders that are projects, one below the other's name: `Projects/NAME`. Looked up again after 30 s. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { BuiltinOption } from "../../../core/hooks/builtin-options.js";

export const PROJECTS_OPTION = {
  type: "text",
  default: "Projects",
  help: "the folder whose folders are projects, in the project or with `~/` in your home",
} satisfies BuiltinOption;

export interface ProjectFolder {
  readonly name: string;
  readonly path: string;
}

const FRESH_MS = 30_000;
const MOST = 2000;
const known = new Map<string, { readonly at: number; readonly projects: readonly ProjectFolder[] }>();

/** None where there is no such folder. */
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
