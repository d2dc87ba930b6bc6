/** Context files that apply to a directory: its own first, then its parents', finally the one in the home directory. */
import { dirname, join } from "node:path";
import type { Surroundings } from "../../core/hooks/builtin.js";
import { isInside, readOwnFile } from "../_shared/paths/safe-files.js";

export interface ContextFile {
  readonly path: string;
  readonly text: string;
  readonly mtime: string;
  /** True if it is part of the project. */
  readonly ofProject: boolean;
}

const MOST_LEVELS = 20;
const MOST_BYTES = 200 * 1024;

export async function contextFiles(
  folder: string,
  names: readonly string[],
  { home, project }: Surroundings,
): Promise<ContextFile[]> {
  const folders = [folder];
  while (folders.length < MOST_LEVELS && dirname(folders.at(-1)!) !== folders.at(-1))
    folders.push(dirname(folders.at(-1)!));
  const paths = [...folders.filter((one) => one !== home), home].flatMap((one) => names.map((name) => join(one, name)));
  const read = await Promise.all(
    paths.map(async (path): Promise<ContextFile[]> => {
      const ofProject = isInside(project, path);
      const file = await readOwnFile(path, MOST_BYTES, ofProject ? project : dirname(path));
      if (file === undefined || file.text.trim() === "") return [];
      return [{ path, text: file.text.trim(), mtime: String(file.mtimeMs), ofProject }];
    }),
  );
  return read.flat();
}
