/** Which calls to register with an agent: its native event and how long it shall wait. */
import type { Adapter } from "../contract.js";
import { mountedEvents } from "./event-table.js";

/** The longest we will ever need: a person who has to be asked. The string in the config never changes again. */
const SECONDS = 600;

export function wiredEvents(adapter: Pick<Adapter, "events">): { readonly event: string; readonly seconds: number }[] {
  const wired = mountedEvents(adapter).filter(([, { leftOut }]) => leftOut === undefined);
  return wired.map(([, { native, waitMs }]) => ({
    event: native,
    // Where the agent hardly waits at all, it refuses a longer time.
    seconds: waitMs !== undefined && waitMs < 10_000 ? Math.max(1, Math.ceil(waitMs / 1_000)) : SECONDS,
  }));
}
