/** Cursor's plugins, and managed hooks. */
import { join } from "node:path";
import type { Adapter } from "../contract.js";

export const hookFiles: NonNullable<Adapter["hookFiles"]> = (scope, { home, project }) => {
  const plugins = join(scope === "user" ? home : project, ".cursor/plugins");
  return scope === "project"
    ? [plugins]
    : [plugins, "/etc/cursor/hooks.json", "/Library/Application Support/Cursor/hooks.json"];
};
