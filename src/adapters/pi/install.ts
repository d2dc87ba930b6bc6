/** Our extension in the directory that Pi loads automatically. */
import { join } from "node:path";
import type { AgentWiring, Environment } from "../contract.js";

export const wiring: AgentWiring = {
  files: (scope, { home, project, environment }) => [
    {
      path: join(scope === "user" ? agentFolder(home, environment) : join(project, ".pi"), "extensions/snaphook.js"),
      format: { kind: "module" },
    },
  ],
  trustStepFor: "project",
  trustStep:
    "Nothing for your user config. With --project: trust the project when Pi asks, or pass --approve; until then Pi silently skips the project's extensions.",
};

export function agentFolder(home: string, environment: Environment): string {
  const moved = environment["PI_CODING_AGENT_DIR"];
  return moved ? moved.replace(/^~(?=$|[/\\])/, home) : join(home, ".pi/agent");
}
