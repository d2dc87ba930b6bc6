/** Pi loads every extension in its directories, and those in its settings. */
import { join } from "node:path";
import type { Adapter } from "../contract.js";
import { agentFolder } from "./install.js";

export const hookFiles: NonNullable<Adapter["hookFiles"]> = (scope, { home, project, environment }) => {
  const folder = scope === "user" ? agentFolder(home, environment) : join(project, ".pi");
  return ["extensions", "settings.json"].map((name) => join(folder, name));
};
