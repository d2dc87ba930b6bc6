/** The calls to register with an agent: native event and timeout. */
import type { EventName } from "../../core/events/events.js";
import type { Adapter, WiredCall } from "../contract.js";
import { gatesTool, mountedEvents } from "./event-table.js";

/** The longest time that hooks ever need. */
export const USUAL_SECONDS = 600;

type Wired = Pick<Adapter, "events" | "alsoCalled" | "alsoWired"> & Partial<Pick<Adapter, "waits">>;

/** `isDemanded`: true if a hook needs an event that is registered on demand. */
export function wiredEvents(
  adapter: Wired,
  isDemanded: (native: string) => boolean = () => true,
): Omit<WiredCall, "command" | "earlier">[] {
  const { alsoCalled = {}, alsoWired = [] } = adapter;
  const mounted = mountedEvents(adapter);
  const wired = mounted.filter(
    ([, { native, leftOut, onDemand }]) => leftOut === undefined && (onDemand === undefined || isDemanded(native)),
  );
  const known = new Map(mounted);
  const callOf = (event: string, name: EventName) => {
    const { waitMs, can = [] } = known.get(name) ?? {};
    const gates = gatesTool(name) && can.includes("deny");
    const heldMs = adapter.waits?.heldMs;
    if (!gates || heldMs === undefined) return { event, seconds: secondsFor(waitMs), gates };
    const seconds = heldMs / 1_000;
    return { event, seconds, holdSeconds: seconds, gates };
  };
  return [
    ...wired.map(([name, { native }]) => callOf(native, name)),
    ...alsoWired.map((event) => callOf(event, alsoCalled[event]!)),
  ];
}

/** If the agent hardly waits at all, it rejects a longer timeout. */
function secondsFor(waitMs: number | undefined): number {
  return waitMs !== undefined && waitMs < 10_000 ? Math.max(1, Math.ceil(waitMs / 1_000)) : USUAL_SECONDS;
}
