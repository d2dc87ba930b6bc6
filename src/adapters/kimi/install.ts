/** Kimi Code's config.toml. It reads hooks only from the user's file. */
import { join } from "node:path";
import type { AgentWiring, ConfigFormat, WiredCall } from "../contract.js";

const hooksTables = {
  kind: "toml",
  table: "hooks",
  // A JSON string of a command line is also a TOML string.
  entry: ({ event, command, seconds }: WiredCall) =>
    [`event = "${event}"`, `command = ${JSON.stringify(command)}`, `timeout = ${seconds}`].join("\n"),
} as const satisfies ConfigFormat;

export const wiring: AgentWiring = {
  files: (scope, { home, environment }) =>
    scope === "project"
      ? []
      : [{ path: join(environment["KIMI_CODE_HOME"] || join(home, ".kimi-code"), "config.toml"), format: hooksTables }],
};
