/** Gemini CLI's settings.json, the user's or the project's. Entries have a name, and timeouts in milliseconds. */
import { join } from "node:path";
import { isRecord } from "../../core/text/json.js";
import type { AgentWiring, ConfigFormat, WiredCall } from "../contract.js";

/** With this name a user can disable the entries, in `hooksConfig.disabled`. */
const NAME = "snaphook";

export const namedGroups = {
  kind: "groups",
  entry: ({ command, seconds }: WiredCall) => ({ type: "command", name: NAME, command, timeout: seconds * 1_000 }),
} as const satisfies ConfigFormat;

export const wiring: AgentWiring = {
  files: (scope, { home, project, environment }) => [
    {
      path: join(scope === "user" ? environment["GEMINI_CLI_HOME"] || home : project, ".gemini/settings.json"),
      format: namedGroups,
    },
  ],
  shell: () => ["bash", "-c"],
  switches: ({ home, project, environment }) =>
    [environment["GEMINI_CLI_HOME"] || home, project].map((folder) => ({
      path: join(folder, ".gemini/settings.json"),
      off({ hooksConfig }) {
        if (!isRecord(hooksConfig)) return undefined;
        const { enabled, disabled } = hooksConfig;
        if (enabled === false) return "`hooksConfig.enabled` is false";
        const named = Array.isArray(disabled) && disabled.includes(NAME);
        return named ? `\`hooksConfig.disabled\` names "${NAME}"` : undefined;
      },
    })),
  trustStep:
    "Gemini CLI runs hooks only in directories it trusts: start gemini there and trust the directory, or set GEMINI_CLI_TRUST_WORKSPACE=true.",
};
