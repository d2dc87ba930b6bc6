/** What a dialect cannot block, its hooks do not block: their answer becomes a warning that says so (EV-28). */
import type { DialectProfile } from "../hooks/dialect.js";
import type { HookResult } from "../ports.js";

export function limitBlocks(
  result: HookResult,
  event: string,
  profile: Pick<DialectProfile, "name" | "blocks">,
): HookResult {
  // A namespaced event belongs to whoever emits it, who decides what a deny means there.
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
