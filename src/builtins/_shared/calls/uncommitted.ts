/** How much work of a repository is not committed. */
import type { Surroundings } from "../../../core/hooks/builtin.js";
import { runGit } from "./run-program.js";

/** Files; 0 outside of a repository, and where git is missing or does not answer. */
export async function uncommitted(folder: string, surroundings: Surroundings): Promise<number> {
  const { code, output } = await runGit(["status", "--porcelain", "--no-renames"], folder, surroundings);
  return code === 0 ? output.split("\n").filter((line) => /^[ MADRCUT?!]{2} ./.test(line)).length : 0;
}

export function filesText(count: number): string {
  return `There are uncommitted changes in ${count} file${count === 1 ? "" : "s"}`;
}
