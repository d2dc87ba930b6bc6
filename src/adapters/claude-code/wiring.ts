/** Claude Code's settings.json, the person's or the project's. */
import { join } from "node:path";
import { wiredEvents } from "../_shared/wired-events.js";
import type { AgentWiring } from "../contract.js";
import { CLAUDE_EVENTS } from "./events.js";

export const wiring: AgentWiring = {
  program: "claude",
  file: (scope, { home, project, environment }) =>
    scope === "user"
      ? join(environment["CLAUDE_CONFIG_DIR"] || join(home, ".claude"), "settings.json")
      : join(project, ".claude/settings.local.json"),
  // MessageDisplay comes with every piece of a message; each would cost a process.
  events: wiredEvents(CLAUDE_EVENTS, ["MessageDisplay"]),
};
