/** Turns a block into a warning on events that the dialect cannot block (EV-28). */
import type { DialectProfile } from "../hooks/dialect.js";
import type { HookResult } from "../ports.js";

export function limitBlocks(
  result: HookResult,
  event: string,
  profile: Pick<DialectProfile, "name" | "blocks">,
): HookResult {
  // A namespaced event belongs to its emitter, which decides what a deny means.
  if (!result.ok || event.includes(":") || profile.blocks.includes(event)) return result;
  const { verdict, reason, ...rest } = result.output;
  if (verdict !== "deny" && verdict !== "ask") return result;
  const said = reason === undefined ? "" : `: ${reason}`;
  return {
    ...result,
    output: rest,
    warning: `A hook of ${profile.name} cannot block on ${event}; its ${verdict} was not applied${said}`,
  };
}
