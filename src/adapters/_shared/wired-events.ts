/** Which events of an agent to register, and how long the agent shall wait: the longest we will ever need. */
import { type EventName, isEventName } from "../../core/events.js";
import type { EventTable } from "./event-table.js";

const SECONDS = 600;

/** Every supported event but those left out; `limits` are the agent's own upper bounds, in seconds. */
export function wiredEvents(
  table: EventTable,
  leftOut: readonly EventName[],
  limits: Readonly<Partial<Record<EventName, number>>> = {},
): Record<string, number> {
  const events = Object.keys(table).filter(
    (event) => isEventName(event) && !("unsupported" in table[event]) && !leftOut.includes(event),
  );
  return Object.fromEntries(events.map((event) => [event, limits[event as EventName] ?? SECONDS]));
}
