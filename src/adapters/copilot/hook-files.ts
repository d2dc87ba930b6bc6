/** All files in Copilot's hook directories count, as do the hooks in its settings and managed ones. */
import { join } from "node:path";
import type { Adapter } from "../contract.js";

export const hookFiles: NonNullable<Adapter["hookFiles"]> = (scope, { home, project, environment }) => {
  if (scope === "project")
    return ["hooks", "copilot/settings.json", "copilot/settings.local.json"].map((name) =>
      join(project, ".github", name),
    );
  const folder = environment["COPILOT_HOME"] || join(home, ".copilot");
  return [...["hooks", "settings.json", "config.json"].map((name) => join(folder, name)), "/etc/github-copilot"];
};
