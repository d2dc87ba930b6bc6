/** Qwen Code's settings.json, the user's or the project's. */
import { join, resolve } from "node:path";
import { claudeGroups } from "../_shared/claude-groups.js";
import type { AgentWiring } from "../contract.js";

export const wiring: AgentWiring = {
  files: (scope, { home, project, environment }) => [
    {
      path:
        scope === "user"
          ? resolve(project, environment["QWEN_HOME"] || join(home, ".qwen"), "settings.json")
          : join(project, ".qwen/settings.json"),
      // Seconds; it would read 1000 or more as milliseconds.
      format: claudeGroups,
    },
  ],
  switches: ({ home, project, environment }) =>
    [resolve(project, environment["QWEN_HOME"] || join(home, ".qwen")), join(project, ".qwen")].map((folder) => ({
      path: join(folder, "settings.json"),
      off: ({ disableAllHooks }) => (disableAllHooks === true ? "`disableAllHooks` is set" : undefined),
    })),
};
