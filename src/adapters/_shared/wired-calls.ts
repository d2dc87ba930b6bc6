/** Which calls to register with an agent: its native event and how long it shall wait. */
import type { EventName } from "../../core/events/events.js";
import type { Adapter, WiredCall } from "../contract.js";
import { mountedEvents } from "./event-table.js";

/** The longest we will ever need: a person who has to be asked. The string in the config never changes again. */
const SECONDS = 600;

type Wired = Pick<Adapter, "events" | "alsoCalled" | "alsoWired">;

/** Where a tool's call can be held back. A denied prompt does no good when a hook fails: nobody could ask for help. */
const GATES: ReadonlySet<EventName> = new Set(["PreToolUse", "PermissionRequest"]);

export function wiredEvents(adapter: Wired): Omit<WiredCall, "command">[] {
  const { alsoCalled = {}, alsoWired = [] } = adapter;
  const mounted = mountedEvents(adapter);
  const wired = mounted.filter(([, { leftOut }]) => leftOut === undefined);
  const known = new Map(mounted);
  const callOf = (event: string, name: EventName) => {
    const { waitMs, can = [] } = known.get(name) ?? {};
    return { event, seconds: secondsFor(waitMs), gates: GATES.has(name) && can.includes("deny") };
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
