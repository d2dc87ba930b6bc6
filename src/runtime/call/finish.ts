/**
 * Third step of a call, after the answer was sent: terminate what still runs, store the record, fire emitted events.
 */
import type { EventRecord } from "../../core/records/records.js";
import type { Plan } from "../../sources/compile/plan-file.js";
import type { Fired } from "./fire-emitted.js";
import { isPrivate, recordDecided, recordEmitted } from "./record-call.js";
import type { AgentCall, Decided } from "./types.js";

/** Counters and marks of sessions that did not come back. */
const STATE_KEPT_MS = 7 * 24 * 3_600_000;

/**
 * Each record is passed to `keep` as soon as it exists, that of the call before any emitted event fires. Private calls
 * have no record, except one that a hook with `audit: "required"` had committed. Never rejects: the answer was sent.
 * Returns why a record could not be created or stored.
 */
export async function finish(
  decided: Decided,
  keep: (record: EventRecord) => unknown,
): Promise<{ readonly problem?: string }> {
  try {
    await endAndRecord(decided, keep);
    return {};
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

async function endAndRecord(decided: Decided, keep: (record: EventRecord) => unknown): Promise<void> {
  const { call, event, recordId, committed, ran } = decided;
  void ran?.callEngine.close();
  if (event.name === "SessionStart") {
    void ran?.callEngine.state.sweep(STATE_KEPT_MS);
    // The daemon sweeps when it starts.
    if (call.way === "alone") (await import("../platform/sweep-leftovers.js")).sweepLeftovers(call.places.state);
  }
  if (ran !== undefined) await registerOnDemand(call, ran.prepared.plan);
  if (event.name === "SessionEnd" && event.payload["reason"] === "clear" && ran !== undefined)
    await beginNew(decided, ran.prepared.plan);
  const keepsRecords = recordId !== undefined && !isPrivate(call.environment);
  if (committed !== undefined) await keep(committed);
  else if (keepsRecords) await keep(await recordDecided(decided));
  for (const emitted of await fireFurther(decided))
    if (keepsRecords) await keep(await recordEmitted(decided, emitted.event, emitted.decision));
}

/** The user left the session for a new one. */
async function beginNew(decided: Decided, { entries }: Plan): Promise<void> {
  const isWanted = entries.some(({ hook }) => hook.event === "cortex:session.new");
  if (!isWanted || decided.call.environment["SNAPHOOK_INJECTED"] === "1") return;
  (await import("./session-hooks.js")).runOnNew(decided);
}

/** Few hooks use events that are registered on demand; the code for it is loaded lazily. */
async function registerOnDemand({ adapter, places, environment }: AgentCall, plan: Plan): Promise<void> {
  const may = Object.entries(adapter.events).some(
    ([name, event]) =>
      "onDemand" in event &&
      plan.entries.some(({ hook }) => hook.event === name || hook.event.endsWith(`:${event.native}`)),
  );
  if (!may) return;
  (await import("../wiring/register-events.js")).registerNeeded({ adapter, plan, places, environment });
}

/** Few hooks emit events; the code for it is loaded lazily. */
async function fireFurther({ ran, event, sent }: Decided): Promise<readonly Fired[]> {
  if (ran === undefined) return [];
  const { emitted } = ran.callEngine;
  if (emitted.length === 0 && event.name !== "SubagentStop") return [];
  const { completedSubagent, fireEmitted } = await import("./fire-emitted.js");
  return fireEmitted([...emitted, ...completedSubagent(event, sent, ran.prepared.plan)], event, ran.prepared);
}
