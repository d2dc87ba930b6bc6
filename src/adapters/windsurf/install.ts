/** Windsurf's hooks.json, the user's or the project's; it runs the entries of both. An entry cannot set a timeout. */
import { join } from "node:path";
import type { AgentWiring, ConfigFormat, WiredCall } from "../contract.js";

const hooksFile = {
  kind: "list",
  // A block is shown in any case; other shown output would be whatever a hook prints.
  entry: ({ command }: WiredCall) => ({ command, show_output: false }),
} as const satisfies ConfigFormat;

export const wiring: AgentWiring = {
  files: (scope, { home, project }) => [
    {
      path: scope === "user" ? join(home, ".codeium/windsurf/hooks.json") : join(project, ".windsurf/hooks.json"),
      format: hooksFile,
    },
  ],
};
