/** Counts uncommitted changes of a repository. */
import type { Surroundings } from "../../../core/hooks/builtin.js";
import { runGit } from "./run-program.js";

/** Number of files; 0 outside a repository, or if git is missing or fails. */
export async function uncommitted(folder: string, surroundings: Surroundings): Promise<number> {
  const { code, output } = await runGit(["status", "--porcelain", "--no-renames"], folder, surroundings);
  return code === 0 ? output.split("\n").filter((line) => /^[ MADRCUT?!]{2} ./.test(line)).length : 0;
}

export function filesText(count: number): string {
  return `There are uncommitted changes in ${count} file${count === 1 ? "" : "s"}`;
}
