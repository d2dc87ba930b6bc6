/** All files in the hook directories count, and workspace settings can name more. */
import { join } from "node:path";
import type { Adapter } from "../contract.js";

export const hookFiles: NonNullable<Adapter["hookFiles"]> = (scope, { home, project }) =>
  scope === "user"
    ? [join(home, ".copilot/hooks")]
    : [".github/hooks", ".vscode/settings.json"].map((name) => join(project, name));
