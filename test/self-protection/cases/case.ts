/** One call of a tool, as an agent sends it. A string is a command line that Claude Code runs. */
import type { JsonObject } from "../../../src/core/text/json.js";

/**
 * `{HOME}`, `{PROJECT}` and `{PID}` (of the daemon) are filled in. A call of another agent names the agent and the event, and
 * holds its payload.
 */
export type Case =
  | string
  | readonly [tool: string, input: JsonObject]
  | readonly [agent: string, event: string, payload: JsonObject];

export type Cases = Readonly<Record<string, readonly Case[]>>;
