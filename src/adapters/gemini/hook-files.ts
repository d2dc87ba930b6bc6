/** Extensions provide hooks, and two files contain the directories and hooks that Gemini CLI trusts. */
import { join } from "node:path";
import type { Adapter } from "../contract.js";

export const hookFiles: NonNullable<Adapter["hookFiles"]> = (scope, { home, project, environment }) => {
  if (scope === "project") return [join(project, ".gemini/extensions")];
  const folder = join(environment["GEMINI_CLI_HOME"] || home, ".gemini");
  const own = ["extensions", "trusted_hooks.json", "trustedFolders.json"];
  return [...own.map((name) => join(folder, name)), "/etc/gemini-cli"];
};
