/** Events and open questions as they are known, oldest first. What comes within one frame is one update. */
import { signal } from "@preact/signals";
import type { EventRow, OpenAsk } from "../../daemon/http/schemas/page-types.js";

/** More are dropped, oldest first. */
export const MOST_EVENTS = 10_000;
/** A resumed stream begins this many events earlier: events that are stored together may arrive in another order. */
const OVERLAP = 50;
/** No frames are drawn while a tab is hidden. */
const HIDDEN_MS = 500;

export const events = signal<readonly EventRow[]>([]);
export const asks = signal<readonly OpenAsk[]>([]);

const ids = new Set<string>();
let list: EventRow[] = [];
let isScheduled = false;

export function takeEvents(more: readonly EventRow[]): void {
  let changed = false;
  for (const event of more) {
    if (ids.has(event.id)) continue;
    ids.add(event.id);
    insert(event);
    changed = true;
  }
  if (changed) schedule();
}

export function clearEvents(): void {
  ids.clear();
  list = [];
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
  isScheduled = true;
  if (document.hidden) setTimeout(flush, HIDDEN_MS);
  else requestAnimationFrame(flush);
}

function flush(): void {
  isScheduled = false;
  if (list.length > MOST_EVENTS) {
    const dropped = list.splice(0, list.length - MOST_EVENTS);
    for (const { id } of dropped) ids.delete(id);
  }
  events.value = [...list];
}
