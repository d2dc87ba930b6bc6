/** Kilo loads every plugin in its directories, and those in its config. */
import { join } from "node:path";
import { configFiles, pluginPlaces } from "../_shared/opencode/plugin-places.js";
import type { Adapter } from "../contract.js";
import { configFolder } from "./install.js";

export const hookFiles: NonNullable<Adapter["hookFiles"]> = (scope, places) =>
  scope === "user"
    ? pluginPlaces(configFolder(places), "kilo")
    : [...pluginPlaces(join(places.project, ".kilo"), "kilo"), ...configFiles(places.project, "kilo")];
