/** The record of one event: redacted and summarised here, before anything of it is written or sent. */

import type { Decision } from "../../core/decision/decision.js";
import { dedupeKey, dedupeWithin } from "../../core/events/dedupe.js";
import type { HookEvent, Presence } from "../../core/events/payload.js";
import { callHash } from "../../core/records/call-hash.js";
import type { EventRecord, HookRunRecord, Transport } from "../../core/records/records.js";
import { tenths } from "../../core/records/tenths.js";
import { redactText } from "../../core/redact/text.js";
import type { JsonObject } from "../../core/text/json.js";
import { sha256 } from "../../disk/digest.js";
import { shorten, summarise } from "./summarise.js";
import { toolFacts } from "./tool-facts.js";

export interface RecordFacts {
  readonly event: HookEvent;
  readonly decision: Decision;
  readonly agent: string;
  /** The event as the agent calls it. */
  readonly native?: string;
  readonly origin?: string;
  readonly presence: Presence;
  readonly ms: number;
  readonly way: Transport;
  readonly at: number;
  readonly id: string;
  readonly project?: string;
}

const PAYLOAD_BYTES = 64_000;
/** A control character as JSON. */
const BYTES_PER_CHAR = 6;
/** An output's summary and an error. */
const FACTS_CHARS = 1_000;
const ID_CHARS = 256;
/** What is kept of a payload that is too large in spite of all limits. */
const ESSENTIAL = ["hook_event_name", "session_id", "cwd", "transcript_path", "tool_name", "tool_use_id", "source"];

/** Never throws. */
export function recordOf(facts: RecordFacts): EventRecord {
  const { event, decision, agent, native, origin, presence, at, id, way, project } = facts;
  const session = event.payload.session_id;
  return {
    id,
    at,
    way,
    agent,
    ...(origin === undefined ? {} : { origin }),
    event: event.name,
    ...(native === undefined ? {} : { native }),
    ...(typeof session === "string" ? { session: redactText(session, { lone: false }).slice(0, ID_CHARS) } : {}),
    ...(project === undefined ? {} : { project }),
    presence,
    ms: tenths(facts.ms),
    verdict: decision.verdict,
    ...(decision.reason === undefined ? {} : { reason: shorten(decision.reason) }),
    hooks: decision.hooks.map(hookRun),
    notes: decision.notes.map(({ code, hook }) => ({ code, ...(hook === undefined ? {} : { hook }) })),
    payload: payloadOf(event),
    ...dedupeOf(event, agent),
    ...callOf(event, decision),
  };
}

function hookRun({ id, source, outcome, ms, cause, answered, did }: Decision["hooks"][number]): HookRunRecord {
  return {
    id,
    source: redactText(source),
    outcome,
    ms: tenths(ms),
    ...(cause === undefined ? {} : { cause }),
    ...(answered === undefined ? {} : { answered }),
    ...(did === undefined ? {} : { did }),
  };
}

function payloadOf(event: HookEvent): JsonObject {
  try {
    const { kept, chars } = summarise(event.payload);
    const payload = { ...kept, ...toolFacts(event) };
    const maybeLarge = (chars + FACTS_CHARS) * BYTES_PER_CHAR > PAYLOAD_BYTES;
    return maybeLarge && Buffer.byteLength(JSON.stringify(payload)) > PAYLOAD_BYTES ? essentials(payload) : payload;
  } catch {
    return essentials({}); // a payload that refers to itself, or that a getter guards
  }
}

function essentials(payload: JsonObject): JsonObject {
  const kept = ESSENTIAL.filter((field) => payload[field] !== undefined).map((field) => [field, payload[field]]);
  return { ...Object.fromEntries(kept), payload_dropped: true };
}

/** Only of what was stopped: a person may make an exception of it. */
function callOf({ payload }: HookEvent, { verdict }: Decision): Pick<EventRecord, "call"> {
  if (verdict !== "deny" && verdict !== "ask") return {};
  const call = callHash(payload, sha256);
  return call === undefined ? {} : { call };
}

/** Hashed: a prompt is part of the key, and secrets may be part of a prompt. */
function dedupeOf(event: HookEvent, agent: string): Pick<EventRecord, "dedupe" | "dedupeMs"> {
  try {
    const key = dedupeKey({ ...event, payload: { agent, ...event.payload } });
    const within = dedupeWithin(event);
    return key === undefined ? {} : { dedupe: sha256(key), ...(within === undefined ? {} : { dedupeMs: within }) };
  } catch {
    return {};
  }
}
