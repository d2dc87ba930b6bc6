/** Cursor's hooks.json, the user's or the project's. One unknown event makes it drop the whole file. */
import { join } from "node:path";
import type { AgentWiring, ConfigFormat, WiredCall } from "../contract.js";

const hooksFile = {
  kind: "list",
  version: 1,
  // With `failClosed` an empty stdout denies too, so every answer of ours is an object.
  entry: ({ command, seconds, gates }: WiredCall) => ({
    command,
    timeout: seconds,
    ...(gates ? { failClosed: true } : {}),
  }),
} as const satisfies ConfigFormat;

export const wiring: AgentWiring = {
  files: (scope, { home, project }) => [
    { path: join(scope === "user" ? home : project, ".cursor/hooks.json"), format: hooksFile },
  ],
  runsInOwnFolder: (scope) => scope === "user",
};
