/** Settings that keep Claude Code from running hooks: anybody's, and those of whoever administers the machine. */
import { join } from "node:path";
import type { AgentWiring } from "../contract.js";

const off = ({ disableAllHooks }: { readonly disableAllHooks?: unknown }) =>
  disableAllHooks === true ? "`disableAllHooks` is set" : undefined;

export const switches: NonNullable<AgentWiring["switches"]> = ({ home, project, environment }) => [
  { path: join(environment["CLAUDE_CONFIG_DIR"] || join(home, ".claude"), "settings.json"), off },
  { path: join(project, ".claude/settings.json"), off },
  { path: join(project, ".claude/settings.local.json"), off },
  {
    path: "/etc/claude-code/managed-settings.json",
    off: (config) => (config["allowManagedHooksOnly"] === true ? "`allowManagedHooksOnly` is set" : off(config)),
  },
];
