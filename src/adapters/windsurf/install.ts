/** Windsurf's hooks.json, the person's or the project's; it runs the entries of both. An entry can set no time. */
import { join } from "node:path";
import type { AgentWiring, ConfigFormat, WiredCall } from "../contract.js";

const hooksFile = {
  kind: "list",
  // What blocks is told anyway; shown output would be whatever a hook happens to print.
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
