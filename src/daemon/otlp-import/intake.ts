/** OTLP import: a request with log records becomes event records. No decision, no hook runs. */
import { NO_DECISION } from "../../core/decision/decision.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { EventRecord } from "../../core/records/records.js";
import { canonicalJson, isRecord } from "../../core/text/json.js";
import { KEYED, keyedHash } from "../../disk/keyed-hash.js";
import { type RecordFacts, recordOf } from "../../runtime/record/make-record.js";
import { codexEvent } from "./codex-events.js";
import { type LogRecord, readLogs } from "./decode-json.js";
import { decodeLogRequest } from "./decode-protobuf.js";

export const PROTOBUF = "application/x-protobuf";

export interface OtlpBody {
  readonly contentType: string;
  /** The parsed JSON, if it is JSON. */
  readonly body: unknown;
  readonly bytes: Uint8Array;
}

/** A clock further ahead is wrong. */
const AHEAD_MS = 24 * 3_600_000;

export function takeOtlpLogs(
  { contentType, body, bytes }: OtlpBody,
  now: number,
): { readonly records: readonly EventRecord[] } | { readonly error: string } {
  const request = contentType === PROTOBUF ? decodeLogRequest(bytes) : body;
  if (!isRecord(request)) return { error: "not a request with log records" };
  return {
    records: readLogs(request).flatMap((log) => {
      const event = codexEvent(log);
      return event === undefined ? [] : [record(log, event, now)];
    }),
  };
}

/** A repeated record has the same id in either format. */
function record(log: LogRecord, event: HookEvent, now: number): EventRecord {
  const time = timeOf(log, now);
  const facts: RecordFacts = {
    id: recordId(log, time ?? 0),
    at: time ?? now,
    way: "otlp",
    agent: "codex",
    native: event.native?.event ?? event.name,
    event,
    decision: NO_DECISION,
    presence: "unknown",
    ms: 0,
  };
  const made = recordOf(facts);
  if (event.name !== "PostToolUseFailure") return made;
  // Its hooks report a failed tool as PostToolUse, and both are about one call.
  const { dedupe } = recordOf({ ...facts, event: { ...event, name: "PostToolUse" } });
  return dedupe === undefined ? made : { ...made, dedupe };
}

/** Starts with the time, like all ids, so that those of one hour are adjacent in the store. */
function recordId({ observed, attributes }: LogRecord, time: number): string {
  const hash = keyedHash(canonicalJson([observed, attributes])).slice(KEYED.length);
  return `${time.toString(16).padStart(12, "0")}-${hash.slice(0, 20)}`;
}

/** The log record's own time is 0; the attribute has the time of the event. */
function timeOf({ attributes, observed }: LogRecord, now: number): number | undefined {
  const times = [Date.parse(String(attributes["event.timestamp"])), Number(observed) / 1e6];
  const time = times.find((ms) => ms > 0 && ms < now + AHEAD_MS);
  return time === undefined ? undefined : Math.round(time);
}
