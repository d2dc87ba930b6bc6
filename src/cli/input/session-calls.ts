/** The tool calls of one session, with what became of them. */
import { CALL_EVENTS, type ToolCall, toolCalls } from "../../core/records/call-outcomes.js";
import type { EventRecord } from "../../core/records/records.js";
import type { ReadStore } from "./read-store.js";

const PAGE = 1_000;

export async function sessionCalls(store: ReadStore, session: string): Promise<ToolCall[]> {
  const all: EventRecord[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await store.events({ session, oldestFirst: true, limit: PAGE, ...(cursor ? { cursor } : {}) });
    all.push(...page.rows.filter(({ event }) => CALL_EVENTS.has(event)));
    cursor = page.next;
    if (cursor === undefined) return toolCalls(all);
  }
}
