/** Calls that no guard was asked about, by agent and tool. */
import { ADAPTERS } from "../../adapters/_registry.js";
import { whyUnsupported } from "../../adapters/_shared/event-table.js";
import { PROOF_SESSION } from "../../core/records/records.js";
import { type ToolCallRow, ungatedCalls } from "../../core/records/unguarded-calls.js";
import { lookUp } from "../../core/text/json.js";
import { hasIds } from "../../daemon/records/session-calls.js";
import type { ReadStore } from "../input/read-store.js";

export interface Ungated {
  readonly agent: string;
  readonly tool: string;
  readonly count: number;
  /** The first of them. */
  readonly since: number;
  readonly last: number;
  /** Why it could not be otherwise; absent when it is a surprise. */
  readonly expected?: string;
}

/** A call may have begun before the time that is looked at. */
const LONGEST_CALL_MS = 6 * 3_600_000;

export async function ungatedSince(store: ReadStore, after: number): Promise<Ungated[]> {
  const rows = await store.toolCalls({ after: after - LONGEST_CALL_MS });
  const found = ungatedCalls(rows, hasIds).filter(({ at, session }) => at > after && session !== PROOF_SESSION);
  const groups = new Map<string, ToolCallRow[]>();
  for (const row of found) {
    const key = JSON.stringify([row.agent, row.tool]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((rows) => {
    const { agent, tool, at: since } = rows[0]!;
    const expected = whyExpected(agent);
    const counted = { agent, tool, count: rows.length, since, last: rows.at(-1)!.at };
    return expected === undefined ? counted : { ...counted, expected };
  });
}

function whyExpected(agent: string): string | undefined {
  const adapter = lookUp(ADAPTERS, agent);
  if (adapter === undefined) return "Snaphook cannot be wired into it, so it only reports calls afterwards";
  return whyUnsupported(adapter, "PreToolUse");
}
