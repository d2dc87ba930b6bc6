/** A call that came by HTTP, as a call of an agent. */
import { ADAPTERS } from "../../adapters/_registry.js";
import { resolveEvent } from "../../core/events/events.js";
import { BLANK, lookUp } from "../../core/text/json.js";
import type { Environment } from "../../executors/environment.js";
import { readDialectWords } from "../../runtime/call/dialect-words.js";
import { senderOf } from "../../runtime/call/read-call.js";
import type { AgentCall } from "../../runtime/call/types.js";
import type { OutsideCall } from "../api.js";

/** `own`: the environment of this process. HTTP callers send none; hooks then use ours to find programs. */
export function agentCallOf(
  { recorded: _, ...outside }: OutsideCall,
  own: Environment,
  rest: Pick<AgentCall, "places" | "program" | "signal">,
): AgentCall {
  // As for the launcher: the caller may be another agent that reads this one's config.
  const sender = senderOf(outside.agent, outside.payload, outside.environment);
  const isOwn = Object.keys(outside.environment).length === 0;
  return {
    ...BLANK,
    ...outside,
    payload: outside.payload && readDialectWords(resolveEvent(outside.event)?.name ?? "", outside.payload),
    ...(sender.origin === undefined ? {} : { origin: sender.origin }),
    isPosted: true,
    environment: isOwn ? own : { ...own, ...outside.environment },
    adapter: lookUp(ADAPTERS, sender.adapter) ?? ADAPTERS["claude-code"]!,
    ...rest,
  };
}
