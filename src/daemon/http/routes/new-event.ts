/** Converts a reported event to a record. */
import { NO_DECISION } from "../../../core/decision/decision.js";
import { resolveEvent } from "../../../core/events/events.js";
import { normalizePayload } from "../../../core/events/normalize.js";
import type { EventRecord } from "../../../core/records/records.js";
import { readDialectWords } from "../../../runtime/call/dialect-words.js";
import { recordOf } from "../../../runtime/record/make-record.js";
import { newRecordId } from "../../../runtime/record/record-id.js";
import { type Refusal, refuse } from "../errors.js";
import type { NewEvent } from "../schemas/events.js";

export function readEvent(
  { id, at, agent, event, session, cwd, payload }: NewEvent,
  now: number,
): EventRecord | Refusal {
  const name = resolveEvent(event)?.name;
  if (name === undefined) return refuse("EVENT_UNKNOWN", `unknown event ${JSON.stringify(event)}`);
  const fields = normalizePayload(name, {
    ...readDialectWords(name, payload),
    ...(session === undefined ? {} : { session_id: session }),
    ...(cwd === undefined ? {} : { cwd }),
  });
  const odd = ["session_id", "cwd"].find((field) => !["string", "undefined"].includes(typeof fields[field]));
  if (odd !== undefined) return refuse("BODY_INVALID", `\`payload.${odd}\` must be a string`);
  return recordOf({
    id: id ?? newRecordId(now),
    at: at ?? now,
    way: "api",
    agent,
    event: { name, payload: fields },
    decision: NO_DECISION,
    presence: "unknown",
    ...(fields.cwd === undefined ? {} : { project: fields.cwd }),
    ms: 0,
  });
}
