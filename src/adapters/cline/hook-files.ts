/** Cline runs every file in its hook folders that is named after an event. */
import { join } from "node:path";
import type { Adapter } from "../contract.js";

export const hookFiles: NonNullable<Adapter["hookFiles"]> = (scope, { home, project, environment }) =>
  scope === "project"
    ? [join(project, ".clinerules/hooks")]
    : [join(environment["CLINE_DIR"] || join(home, ".cline"), "hooks"), join(home, "Documents/Cline/Hooks")];
