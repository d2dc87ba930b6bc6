/** Creates the record of a decided call, and of events that its hooks emitted. */
import type { Decision } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { EventRecord } from "../../core/records/records.js";
import type { Environment } from "../../executors/environment.js";
import { newRecordId } from "../record/record-id.js";
import type { Decided } from "./types.js";

/** The code for records is loaded only now: the agent does not wait for it. */
export async function recordDecided(decided: Decided): Promise<EventRecord> {
  const { call, event, presence, cwd, decision, sent, ms, recordId, ran } = decided;
  const { adapter, event: native, way, receivedAt } = call;
  const { recordOf } = await import("../record/make-record.js");
  const at = receivedAt ?? Date.now();
  const origin = event.payload.hook_origin;
  return recordOf({
    id: recordId ?? newRecordId(at),
    at,
    way,
    agent: way === "watcher" ? "watcher" : adapter.name, // the watcher cannot know which agent changed a file
    ...(origin === undefined ? {} : { origin }),
    native,
    event,
    decision,
    sent,
    presence,
    project: cwd,
    call,
    ms,
    ...(ran === undefined ? {} : { plan: ran.prepared.plan }),
  });
}

/** No agent waits for the answer to an emitted event: `sent` repeats the decision. */
export function recordEmitted(cause: Decided, event: HookEvent, decision: Decision): Promise<EventRecord> {
  return recordDecided({
    ...cause,
    event,
    decision,
    settled: decision,
    sent: decision,
    ms: 0,
    recordId: newRecordId(Date.now()),
  });
}

/** Nothing of this agent's run may be stored. */
export function isPrivate(environment: Environment): boolean {
  return environment["SNAPHOOK_PRIVATE"] === "1";
}
