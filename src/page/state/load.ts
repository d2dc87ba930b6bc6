/** What a screen asks the daemon once, or again when something has changed. */
import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { EventRow } from "../../daemon/http/schemas/page-types.js";
import { events, removals } from "./live.js";
import { askJson, type Got } from "./session.js";

/** A list that grows is loaded again, not more often than this. */
const RELOAD_MS = 1_000;

/** Undefined while it is loaded. `again` changes when it has to be loaded again. Unless `isOn` it stays as it is. */
export function useLoaded<Body>(path: string, again: unknown = undefined, isOn = true): Signal<Got<Body> | undefined> {
  const loaded = useSignal<Got<Body> | undefined>(undefined);
  useEffect(() => {
    if (!isOn) return;
    let isCurrent = true;
    void askJson<Body>(path).then((got) => {
      if (isCurrent) loaded.value = got;
    });
    return () => {
      isCurrent = false;
    };
  }, [path, again, removals.value, isOn]);
  return loaded;
}

/** Grows after a live event that matters: what it changes is stored by then, or soon after. */
export function useAgain(matters: (event: EventRow) => boolean): number {
  const again = useSignal(0);
  const newest = events.value.findLast(matters)?.id;
  useEffect(() => {
    const timer = setTimeout(() => again.value++, RELOAD_MS);
    return () => clearTimeout(timer);
  }, [newest]);
  return again.value;
}

/** Grows at this interval, while `isOn`. */
export function useTicks(everyMs: number, isOn = true): number {
  const ticks = useSignal(0);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => ticks.value++, everyMs);
    return () => clearInterval(timer);
  }, [everyMs, isOn]);
  return ticks.value;
}
