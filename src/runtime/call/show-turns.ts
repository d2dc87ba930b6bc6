/** A session that starts tells its user what became of turns in the background (SH-07). */
import { capabilityIn } from "../../adapters/_shared/event-table.js";
import { type Decision, OUR_OWN } from "../../core/decision/decision.js";
import { takeTurns } from "../threads/background-turns.js";
import { INJECTED } from "./session-hooks.js";
import type { Prepared } from "./types.js";

/** Kept for another session if this one is such a turn, or cannot show it. */
export function withBackgroundTurns(decision: Decision, { call, event, presence, cwd }: Prepared): Decision {
  if (call.environment[INJECTED] === "1" || !capabilityIn(call.adapter, event, presence).message) return decision;
  const ended = takeTurns(call.places, cwd).map((value) => ({ value, by: OUR_OWN }));
  return ended.length === 0 ? decision : { ...decision, messages: [...decision.messages, ...ended] };
}
