/** The tool calls of a session, and those that no guard judged. */
import { ADAPTERS } from "../../adapters/_registry.js";
import type { EventStore } from "../../core/records/store.js";
import { type PairedCall, pairCalls } from "../../core/records/tool-calls.js";
import { ungatedCalls } from "../../core/records/unguarded-calls.js";
import { lookUp } from "../../core/text/json.js";

type Store = Pick<EventStore, "toolCalls">;

export interface SessionCall extends PairedCall {
  readonly unguarded?: true;
}

export const hasIds = (agent: string) => lookUp(ADAPTERS, agent)?.callId !== null;

/** Ids of the events in this session that tell of a call without an earlier verdict. */
export async function ungatedIn(store: Store, session: string): Promise<string[]> {
  return ungatedCalls(await store.toolCalls({ after: 0, session }), hasIds).map(({ id }) => id);
}

export async function sessionCallsIn(store: Store, session: string): Promise<SessionCall[]> {
  const rows = await store.toolCalls({ after: 0, session });
  const ungated = new Set(ungatedCalls(rows, hasIds).map(({ id }) => id));
  return pairCalls(rows).map((call) => (ungated.has(call.id) ? { ...call, unguarded: true } : call));
}
