/** OpenCode loads every plugin in its directories, and those in its config. */
import { join } from "node:path";
import { configFiles, pluginPlaces } from "../_shared/opencode/plugin-places.js";
import type { Adapter } from "../contract.js";

export const hookFiles: NonNullable<Adapter["hookFiles"]> = (scope, { home, project, environment }) =>
  scope === "user"
    ? pluginPlaces(join(environment["XDG_CONFIG_HOME"] || join(home, ".config"), "opencode"), "opencode")
    : [...pluginPlaces(join(project, ".opencode"), "opencode"), ...configFiles(project, "opencode")];
