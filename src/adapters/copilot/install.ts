/** Our own file among Copilot's hook files: the user's, or the project's. */
import { join } from "node:path";
import type { AgentWiring, ConfigFormat, WiredCall } from "../contract.js";

const hookFile = {
  kind: "list",
  version: 1,
  entry: ({ command, seconds }: WiredCall) => ({ type: "command", bash: command, timeoutSec: seconds }),
} as const satisfies ConfigFormat;

export const wiring: AgentWiring = {
  files: (scope, { home, project, environment }) => [
    {
      path:
        scope === "user"
          ? join(environment["COPILOT_HOME"] || join(home, ".copilot"), "hooks/snaphook.json")
          : join(project, ".github/hooks/snaphook.json"),
      format: hookFile,
    },
  ],
  trustStepFor: "project",
  shell: () => ["bash", "-c"],
  switches: ({ home, environment }) => {
    const own = environment["COPILOT_HOME"] || join(home, ".copilot");
    return ["hooks/snaphook.json", "settings.json"].map((file) => ({
      path: join(own, file),
      off: ({ disableAllHooks }) => (disableAllHooks === true ? "`disableAllHooks` is set" : undefined),
    }));
  },
  trustStep:
    "A project's hook files are read only in a directory that Copilot trusts: confirm it when copilot asks, or pass --trust-folder with -p. The user's are always read.",
};
