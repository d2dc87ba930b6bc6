/**
 * Our own file among the hook files that VS Code shares with GitHub Copilot CLI, which requires the version in it. The
 * name differs from Copilot's, so that each can be removed alone.
 */
import { join } from "node:path";
import type { AgentWiring, ConfigFormat, WiredCall } from "../contract.js";

const hookFile = {
  kind: "list",
  version: 1,
  entry: ({ command, seconds }: WiredCall) => ({ type: "command", command, timeout: seconds }),
} as const satisfies ConfigFormat;

export const wiring: AgentWiring = {
  files: (scope, { home, project }) => [
    {
      path: join(
        scope === "user" ? join(home, ".copilot/hooks") : join(project, ".github/hooks"),
        "snaphook-vscode.json",
      ),
      format: hookFile,
    },
  ],
  trustStep: "Hooks are a preview in VS Code: type /hooks in the chat to check that it lists the new entries.",
};
