/** Claude Code's settings.json, the person's or the project's. */
import { join } from "node:path";
import { claudeGroups } from "../_shared/claude-groups.js";
import type { AgentWiring } from "../contract.js";

export const wiring: AgentWiring = {
  files: (scope, { home, project, environment }) => [
    {
      path:
        scope === "user"
          ? join(environment["CLAUDE_CONFIG_DIR"] || join(home, ".claude"), "settings.json")
          : join(project, ".claude/settings.local.json"),
      format: claudeGroups,
    },
  ],
};
