/**
 * Events and open questions as they are known, oldest first. A single event is shown at once. The more events an update had, the
 * later is the next one: a list that is redrawn 60 times a second cannot be read, and takes the processor from the agents.
 */
import { signal } from "@preact/signals";
import type { EventRow, OpenAsk } from "../../daemon/http/schemas/page-types.js";

/** More are dropped, oldest first. */
export const MOST_EVENTS = 10_000;
/** A resumed stream begins this many events earlier: events that are stored together may arrive in another order. */
const OVERLAP = 50;
/** From one update to the next, for each event that it had. */
const PAUSE_PER_EVENT_MS = 12;
const LONGEST_PAUSE_MS = 500;
const HIDDEN_MS = 500;

export const events = signal<readonly EventRow[]>([]);
/** Grows when stored records were removed: what a screen has loaded may be gone. */
export const removals = signal(0);
export const asks = signal<readonly OpenAsk[]>([]);

const ids = new Set<string>();
let list: EventRow[] = [];
let isScheduled = false;
/** Since the last update. */
let added = 0;
let nextUpdateAt = 0;

export function takeEvents(more: readonly EventRow[]): void {
  for (const event of more) {
    if (ids.has(event.id)) continue;
    ids.add(event.id);
    insert(event);
    added++;
  }
  if (added > 0) schedule();
}

export function clearEvents(): void {
  ids.clear();
  list = [];
  added = 0;
  schedule();
}

export function takeAsks(open: readonly OpenAsk[]): void {
  asks.value = open;
}

/** The id of an event that certainly was received with all before it. */
export function resumeFrom(): string | undefined {
  return received.at(-OVERLAP) ?? received[0];
}

let received: string[] = [];

/** Nearly always the newest; a program without the daemon may have left an older one. */
function insert(event: EventRow): void {
  received.push(event.id);
  if (received.length > 4 * OVERLAP) received = received.slice(-2 * OVERLAP);
  let at = list.length;
  while (at > 0 && list[at - 1]!.at > event.at) at--;
  list.splice(at, 0, event);
}

function schedule(): void {
  if (isScheduled) return;
  const waitMs = document.hidden ? HIDDEN_MS : nextUpdateAt - performance.now();
  if (waitMs <= 0) return update();
  isScheduled = true;
  setTimeout(update, waitMs);
}

function update(): void {
  isScheduled = false;
  nextUpdateAt = performance.now() + Math.min(added * PAUSE_PER_EVENT_MS, LONGEST_PAUSE_MS);
  added = 0;
  if (list.length > MOST_EVENTS) {
    const dropped = list.splice(0, list.length - MOST_EVENTS);
    for (const { id } of dropped) ids.delete(id);
  }
  events.value = [...list];
}
