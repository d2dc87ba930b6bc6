/** Which calls to register with an agent: its native event and how long it shall wait. */
import type { Adapter } from "../contract.js";
import { mountedEvents } from "./event-table.js";

/** The longest we will ever need: a person who has to be asked. The string in the config never changes again. */
const SECONDS = 600;

type Wired = Pick<Adapter, "events" | "alsoCalled" | "alsoWired">;

export function wiredEvents(adapter: Wired): { readonly event: string; readonly seconds: number }[] {
  const { alsoCalled = {}, alsoWired = [] } = adapter;
  const mounted = mountedEvents(adapter);
  const wired = mounted.filter(([, { leftOut }]) => leftOut === undefined);
  const waits = new Map(mounted.map(([name, { waitMs }]) => [name, waitMs]));
  return [
    ...wired.map(([, { native, waitMs }]) => ({ event: native, seconds: secondsFor(waitMs) })),
    ...alsoWired.map((event) => ({ event, seconds: secondsFor(waits.get(alsoCalled[event]!)) })),
  ];
}

/** Where the agent hardly waits at all, it refuses a longer time. */
function secondsFor(waitMs: number | undefined): number {
  return waitMs !== undefined && waitMs < 10_000 ? Math.max(1, Math.ceil(waitMs / 1_000)) : SECONDS;
}
