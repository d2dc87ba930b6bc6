/** Gemini CLI's settings.json, the person's or the project's. Entries have a name, and their times are milliseconds. */
import { join } from "node:path";
import type { AgentWiring, ConfigFormat, WiredCall } from "../contract.js";

/** By this name a person can switch the entries off, in `hooksConfig.disabled`. */
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
  trustStep:
    "Gemini CLI runs hooks only in folders it trusts: start gemini there and trust the folder, or set GEMINI_CLI_TRUST_WORKSPACE=true.",
};
