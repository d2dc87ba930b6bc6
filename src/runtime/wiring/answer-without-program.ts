/** What an agent is told by a script of ours when the program behind it is gone. Prepared when the script is written. */
import { gatesTool } from "../../adapters/_shared/event-table.js";
import type { Adapter, NativeAnswer } from "../../adapters/contract.js";
import { degrade } from "../../core/decision/capability.js";
import { NO_DECISION } from "../../core/decision/decision.js";

const REASON = "Snaphook's program is gone or broken, so this call could not be checked. Run `snaphook install` again.";

/**
 * Nobody can say which guards there were, so no tool is let through. Everything else goes on: a prompt by itself does
 * no harm, and some agents drop a denied one without a word, so that nobody would learn what is wrong.
 */
export function answerWithoutProgram(adapter: Adapter, native: string): NativeAnswer {
  const event = adapter.decode(native, {});
  if (!gatesTool(event.name)) return adapter.neutral;
  const denied = { ...NO_DECISION, verdict: "deny" as const, reason: REASON };
  return adapter.encode(degrade(denied, adapter.capability(event.name, "headless"), adapter.title), event);
}
