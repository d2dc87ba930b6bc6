/** A hook entry in Claude Code's settings format, which several agents adopted. Timeouts in seconds. */
import type { ConfigFormat, WiredCall } from "../contract.js";

export const claudeGroups = {
  kind: "groups",
  entry: ({ command, seconds }: WiredCall) => ({ type: "command", command, timeout: seconds }),
} as const satisfies ConfigFormat;
