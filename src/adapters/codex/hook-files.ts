/** Codex also loads hooks from its config, stores their approvals there, and loads plugins. */
import { join } from "node:path";
import type { Adapter } from "../contract.js";

const NAMES = ["config.toml", "plugins"];

export const hookFiles: NonNullable<Adapter["hookFiles"]> = (scope, { home, project, environment }) => {
  if (scope === "project") return NAMES.map((name) => join(project, ".codex", name));
  const folder = environment["CODEX_HOME"] || join(home, ".codex");
  return [...NAMES.map((name) => join(folder, name)), "/etc/codex"];
};
