/** Our plugin in the directory that OpenCode loads automatically, the user's or the project's. */
import { join } from "node:path";
import type { AgentWiring } from "../contract.js";

export const wiring: AgentWiring = {
  files: (scope, { home, project, environment }) => [
    {
      path: join(
        scope === "user"
          ? join(environment["XDG_CONFIG_HOME"] || join(home, ".config"), "opencode")
          : join(project, ".opencode"),
        "plugins/snaphook.js",
      ),
      format: { kind: "module" },
    },
  ],
};
