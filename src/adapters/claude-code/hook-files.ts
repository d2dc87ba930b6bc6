/** Claude Code's other settings, its plugins, its trust records, and managed settings. */
import { join } from "node:path";
import type { Adapter } from "../contract.js";

export const hookFiles: NonNullable<Adapter["hookFiles"]> = (scope, { home, project, environment }) => {
  if (scope === "project") return [".claude/settings.json", ".claude/plugins"].map((name) => join(project, name));
  const moved = environment["CLAUDE_CONFIG_DIR"];
  const folder = moved || join(home, ".claude");
  return [
    join(folder, "settings.local.json"),
    join(folder, "plugins"),
    join(moved || home, ".claude.json"),
    "/etc/claude-code",
    "/Library/Application Support/ClaudeCode",
  ];
};
