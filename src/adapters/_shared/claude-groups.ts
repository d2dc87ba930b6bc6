/** The shape of a hook entry in Claude Code's settings, which several agents took over. Times are in seconds. */
import type { ConfigFormat, WiredCall } from "../contract.js";

export const claudeGroups = {
  kind: "groups",
  entry: ({ command, seconds }: WiredCall) => ({ type: "command", command, timeout: seconds }),
} as const satisfies ConfigFormat;
