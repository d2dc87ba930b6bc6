/** Extensions provide hooks, and a file contains the directories that Qwen Code trusts. */
import { join, resolve } from "node:path";
import type { Adapter } from "../contract.js";

export const hookFiles: NonNullable<Adapter["hookFiles"]> = (scope, { home, project, environment }) => {
  if (scope === "project") return [join(project, ".qwen/extensions")];
  const folder = resolve(project, environment["QWEN_HOME"] || join(home, ".qwen"));
  return [...["extensions", "trustedFolders.json"].map((name) => join(folder, name)), "/etc/qwen-code"];
};
