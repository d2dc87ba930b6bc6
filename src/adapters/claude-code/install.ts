/** Claude Code's settings.json, the person's or the project's. */
import { join } from "node:path";
import { claudeGroups } from "../_shared/claude-groups.js";
import type { AgentWiring, ConfigFormat, WiredCall } from "../contract.js";
import { switches } from "./off-switches.js";

/** Also blocks if our launcher crashes or is late. 2.1.240 and older leave `onFailure` unread. */
const blockingGroups = {
  kind: "groups",
  entry: (call: WiredCall) => ({ ...claudeGroups.entry(call), ...(call.gates ? { onFailure: "block" } : {}) }),
} as const satisfies ConfigFormat;

export const wiring: AgentWiring = {
  files: (scope, { home, project, environment }) => [
    {
      path:
        scope === "user"
          ? join(environment["CLAUDE_CONFIG_DIR"] || join(home, ".claude"), "settings.json")
          : join(project, ".claude/settings.local.json"),
      format: blockingGroups,
    },
  ],
  switches,
};
