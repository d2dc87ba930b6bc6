/** Whether a name is a misspelt one of a known agent. Loaded only for commands that got one. */
import { ADAPTER_LOADERS } from "../../adapters/_lazy.js";
import type { Finding } from "../../core/errors.js";
import { suggestNames } from "../../core/text/suggest.js";
import { unknownAgent } from "./unknown-name.js";

/** Only if it looks like a known one: programs that embed Snaphook have agent names of their own. */
export function misspeltAgent(agent: string): Finding | undefined {
  if (agent === "claude") return undefined;
  const known = Object.keys(ADAPTER_LOADERS);
  return known.includes(agent) || suggestNames(agent, known).length === 0 ? undefined : unknownAgent(agent);
}
