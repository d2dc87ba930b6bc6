/** The answer of our scripts to an agent if the program behind them is missing. Prepared when the script is written. */
import { gatesTool } from "../../adapters/_shared/event-table.js";
import type { Adapter, NativeAnswer } from "../../adapters/contract.js";
import { degrade } from "../../core/decision/capability.js";
import { NO_DECISION } from "../../core/decision/decision.js";

const REASON =
  "Snaphook's program is missing or broken, so this call could not be checked. Run `snaphook install` again.";

/**
 * It is unknown which guards there were, so no tool call is allowed. Everything else continues: a prompt alone does no
 * harm, and some agents drop a denied one silently, so that the user would not learn the problem.
 */
export function answerWithoutProgram(adapter: Adapter, native: string): NativeAnswer {
  const event = adapter.decode(native, {});
  if (!gatesTool(event.name)) return adapter.neutral;
  const denied = { ...NO_DECISION, verdict: "deny" as const, reason: REASON };
  return adapter.encode(degrade(denied, adapter.capability(event.name, "headless"), adapter.title), event);
}
