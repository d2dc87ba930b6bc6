/** Claude Code's settings.json, the user's or the project's. */
import { join } from "node:path";
import { claudeGroups } from "../_shared/claude-groups.js";
import type { AgentWiring, ConfigFormat, WiredCall } from "../contract.js";

/** Also blocks if our launcher crashes or times out. 2.1.240 and older ignore `onFailure`. */
const blockingGroups = {
  kind: "groups",
  entry: (call: WiredCall) => ({ ...claudeGroups.entry(call), ...(call.gates ? { onFailure: "block" } : {}) }),
} as const satisfies ConfigFormat;

/** Settings that disable hooks: anyone's, and those of the machine's administrator. */
const off = ({ disableAllHooks }: { readonly disableAllHooks?: unknown }) =>
  disableAllHooks === true ? "`disableAllHooks` is set" : undefined;

const switches: NonNullable<AgentWiring["switches"]> = ({ home, project, environment }) => [
  { path: join(environment["CLAUDE_CONFIG_DIR"] || join(home, ".claude"), "settings.json"), off },
  { path: join(project, ".claude/settings.json"), off },
  { path: join(project, ".claude/settings.local.json"), off },
  {
    path: "/etc/claude-code/managed-settings.json",
    off: (config) => (config["allowManagedHooksOnly"] === true ? "`allowManagedHooksOnly` is set" : off(config)),
  },
];

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
