/** Which calls to register with an agent: its native event and how long it shall wait. */
import type { EventName } from "../../core/events/events.js";
import type { Adapter, WiredCall } from "../contract.js";
import { gatesTool, mountedEvents } from "./event-table.js";

/** The longest we will ever need: a person who has to be asked. The string in the config never changes again. */
const SECONDS = 600;

type Wired = Pick<Adapter, "events" | "alsoCalled" | "alsoWired">;

/** `isDemanded`: whether a hook needs an event that is registered on demand. */
export function wiredEvents(
  adapter: Wired,
  isDemanded: (native: string) => boolean = () => true,
): Omit<WiredCall, "command">[] {
  const { alsoCalled = {}, alsoWired = [] } = adapter;
  const mounted = mountedEvents(adapter);
  const wired = mounted.filter(
    ([, { native, leftOut, onDemand }]) => leftOut === undefined && (onDemand === undefined || isDemanded(native)),
  );
  const known = new Map(mounted);
  const callOf = (event: string, name: EventName) => {
    const { waitMs, can = [] } = known.get(name) ?? {};
    return { event, seconds: secondsFor(waitMs), gates: gatesTool(name) && can.includes("deny") };
  };
  return [
    ...wired.map(([name, { native }]) => callOf(native, name)),
    ...alsoWired.map((event) => callOf(event, alsoCalled[event]!)),
  ];
}

/** Where the agent hardly waits at all, it refuses a longer time. */
function secondsFor(waitMs: number | undefined): number {
  return waitMs !== undefined && waitMs < 10_000 ? Math.max(1, Math.ceil(waitMs / 1_000)) : SECONDS;
}
