/** What an agent can express on each canonical event, as a table, and what follows from it for every adapter. */
import type { Capability } from "../../core/capability.js";
import { type Ability, type EventName, isEventName } from "../../core/events.js";

export type AgentAnswer = Ability | "stop" | "message";
export type AgentEvent = readonly AgentAnswer[] | { readonly unsupported: string };
/** Complete on purpose: a new event does not compile until every adapter has said what it makes of it. */
export type EventTable = Readonly<Record<EventName, AgentEvent>>;

/** Why an event never reaches this agent's hooks; undefined when it does. */
export function whyUnsupported(table: EventTable, event: string, title: string, namespace: string): string | undefined {
  if (!isEventName(event)) return event.startsWith(`${namespace}:`) ? undefined : `not an event of ${title}`;
  const entry = table[event];
  return "unsupported" in entry ? entry.unsupported : undefined;
}

export function capabilityOf(table: EventTable, event: string): Capability {
  const entry = isEventName(event) ? table[event] : [];
  const has = (answer: AgentAnswer) => !("unsupported" in entry) && entry.includes(answer);
  return {
    allow: has("allow"),
    ask: has("ask"),
    deny: has("deny"),
    rewrite: has("rewrite"),
    context: has("context"),
    replaceOutput: has("replaceOutput"),
    forceContinue: has("forceContinue"),
    stop: has("stop"),
    message: has("message"),
  };
}
