/** Creates the record of one event: redacted and summarised here, before anything of it is written or sent. */

import { contributions, type Decision, type HookOutput, type Note } from "../../core/decision/decision.js";
import { dedupeKey, dedupeWithin } from "../../core/events/dedupe.js";
import type { HookEvent, Presence } from "../../core/events/payload.js";
import { callHash } from "../../core/records/call-hash.js";
import {
  type EventRecord,
  type Evidence,
  type HookRunRecord,
  type NoteRecord,
  type PromptFrom,
  RECORD_VERSION,
  type SentAnswer,
  type Transport,
} from "../../core/records/records.js";
import { tenths } from "../../core/records/tenths.js";
import { redactEnd } from "../../core/redact/excerpt.js";
import { redactName, redactText } from "../../core/redact/text.js";
import { canonicalJson, isRecord, type JsonObject } from "../../core/text/json.js";
import { sha256 } from "../../disk/digest.js";
import { keyedHash } from "../../disk/keyed-hash.js";
import type { Plan } from "../../sources/compile/plan-file.js";
import { packageVersion } from "../platform/paths.js";
import { keepWhole, type Marks, shorten, summarise } from "./summarise.js";
import { toolFacts } from "./tool-facts.js";

export interface RecordFacts {
  readonly event: HookEvent;
  readonly decision: Decision;
  /** What the agent received. Absent for imported events and notifications; for emitted events the decision itself. */
  readonly sent?: Decision;
  /** The plan; absent if nothing was decided. */
  readonly plan?: Plan;
  readonly agent: string;
  /** The agent's own event name. */
  readonly native?: string;
  readonly origin?: string;
  readonly presence: Presence;
  readonly ms: number;
  readonly way: Transport;
  readonly at: number;
  readonly id: string;
  readonly project?: string;
  /** The call that brought it. */
  readonly call?: { readonly environment: Readonly<Record<string, string | undefined>>; readonly isPosted?: boolean };
}

const PAYLOAD_BYTES = 64_000;
/** A control character as JSON. */
const BYTES_PER_CHAR = 6;
/** An output's summary and an error. */
const FACTS_CHARS = 1_000;
const ID_CHARS = 256;
const NOTE_CHARS = 300;
const STDERR_CHARS = 2_000;
/** Events of a tool call that has not run yet. */
const CALLS: ReadonlySet<string> = new Set(["PreToolUse", "PermissionRequest"]);
/** What is kept of a payload that exceeds all limits. */
const ESSENTIAL = ["hook_event_name", "session_id", "cwd", "transcript_path", "tool_name", "tool_use_id", "source"];

/** Never throws. */
export function recordOf(facts: RecordFacts): EventRecord {
  const { event, decision, sent, plan, agent, native, origin, presence, at, id, way, project } = facts;
  const session = event.payload.session_id;
  const { payload, input, marks, evidence } = contentOf(event, decision);
  return {
    version: RECORD_VERSION,
    id: redactId(id),
    at,
    way,
    agent: redactId(agent),
    ...(origin === undefined ? {} : { origin: redactId(origin) }),
    event: redactId(event.name),
    ...(native === undefined ? {} : { native: redactId(native) }),
    ...(typeof session === "string" ? { session: redactId(session).slice(0, ID_CHARS) } : {}),
    ...(project === undefined ? {} : { project: redactId(project) }),
    ...promptFromOf(facts),
    presence,
    ms: tenths(facts.ms),
    verdict: decision.verdict,
    ...(decision.reason === undefined ? {} : { reason: shorten(decision.reason) }),
    ...(sent === undefined ? {} : { sent: sentAnswer(sent, decision) }),
    hooks: decision.hooks.map(hookRunRecord),
    notes: (sent ?? decision).notes.map(noteRecord),
    payload,
    ...(input === undefined ? {} : { input }),
    ...(Object.keys(marks).length === 0 ? {} : { marks }),
    ...dedupeOf(event, agent),
    ...callOf(event, decision),
    ...(plan === undefined ? {} : { engine: ownVersion(), policy: policyHash(plan) }),
    ...(evidence === undefined ? {} : { evidence }),
  };
}

/** The payload of a prompt of a subagent says so. */
function promptFromOf({ event, call }: RecordFacts): { readonly promptFrom?: PromptFrom } {
  if (event.name !== "UserPromptSubmit" || call === undefined) return {};
  if (call.isPosted) return { promptFrom: "http" };
  if (call.environment["SNAPHOOK_THREAD"] !== undefined) return { promptFrom: "thread" };
  return call.environment["SNAPHOOK_INJECTED"] === undefined ? {} : { promptFrom: "hook" };
}

/** Chosen by the sender, so it may contain a secret; a single random-looking word is an id. */
function redactId(text: string): string {
  return redactName(text);
}

function sentAnswer(sent: Decision, decided: Decision): SentAnswer {
  const did = contributionsOf(sent);
  return {
    verdict: sent.verdict,
    ...(sent.reason === undefined || sent.reason === decided.reason ? {} : { reason: shorten(sent.reason) }),
    ...(did.length === 0 ? {} : { did }),
  };
}

function contributionsOf({ input, context, output, forceContinue, messages, stop }: Decision): string[] {
  const found = {
    rewrite: input !== undefined,
    context: context !== undefined,
    "new output": output !== undefined,
    "go on": forceContinue !== undefined,
    message: messages.length > 0,
    stop: stop !== undefined,
  };
  return Object.entries(found).flatMap(([name, present]) => (present ? [name] : []));
}

/** Redacted and bounded. */
export function hookRunRecord(run: Decision["hooks"][number]): HookRunRecord {
  const { id, source, outcome, ms, cause, answered, did, reason, stderr, would } = run;
  return {
    id,
    source: redactText(source),
    outcome,
    ms: tenths(ms),
    ...(cause === undefined ? {} : { cause }),
    ...(answered === undefined ? {} : { answered }),
    ...(did === undefined ? {} : { did }),
    ...(reason === undefined ? {} : { reason: shorten(reason) }),
    ...(stderr === undefined ? {} : { stderr: redactEnd(stderr, STDERR_CHARS) }),
    ...(would === undefined ? {} : { would: wouldAnswer(would) }),
  };
}

function wouldAnswer({ verdict, reason, ...rest }: HookOutput): NonNullable<HookRunRecord["would"]> {
  const did = contributions(rest);
  return {
    ...(verdict === undefined ? {} : { verdict }),
    ...(reason === undefined ? {} : { reason: shorten(reason) }),
    ...(did.length === 0 ? {} : { did }),
  };
}

function noteRecord({ code, hook, message }: Note): NoteRecord {
  return { code, ...(hook === undefined ? {} : { hook }), message: shorten(message, NOTE_CHARS) };
}

interface Content {
  readonly payload: JsonObject;
  readonly input?: JsonObject;
  readonly marks: Marks;
  readonly evidence?: Evidence;
}

function contentOf(event: HookEvent, { input: changed }: Decision): Content {
  try {
    const { kept, chars, marks } = summarise(event.payload);
    const payload = { ...kept, ...toolFacts(event) };
    const maybeLarge = (chars + FACTS_CHARS) * BYTES_PER_CHAR > PAYLOAD_BYTES;
    if (maybeLarge && Buffer.byteLength(JSON.stringify(payload)) > PAYLOAD_BYTES) return essentials(payload);
    const final = changed === undefined ? undefined : summarise({ tool_input: changed }, "input");
    const all = final === undefined ? marks : { ...marks, ...final.marks };
    return {
      payload,
      ...(final === undefined ? {} : { input: final.kept["tool_input"] as JsonObject }),
      marks: all,
      ...evidenceOf(event, changed, all),
    };
  } catch {
    return essentials({}); // a cyclic payload, or a getter that throws
  }
}

/** Only for calls that have not run, and only if the record does not show all of it. */
function evidenceOf(event: HookEvent, changed: JsonObject | undefined, marks: Marks): { readonly evidence?: Evidence } {
  const input = event.payload["tool_input"];
  if (!CALLS.has(event.name) || !isRecord(input)) return {};
  const hidden = Object.entries(marks).some(([path, mark]) => mark !== "redacted" && /^(tool_)?input\b/.test(path));
  if (!hidden) return {};
  const own = keepWhole("input", input);
  const final = changed === undefined ? undefined : keepWhole("changed", changed);
  return {
    evidence: {
      input: own.kept,
      ...(final === undefined ? {} : { changed: final.kept }),
      marks: { ...own.marks, ...final?.marks },
    },
  };
}

function essentials(payload: JsonObject): Content {
  const kept = ESSENTIAL.filter((field) => payload[field] !== undefined).map((field) => [field, payload[field]]);
  return { payload: { ...Object.fromEntries(kept), payload_dropped: true }, marks: { "": "omitted" } };
}

let version: string | undefined;

/** Read once per process. */
function ownVersion(): string {
  version ??= packageVersion();
  return version;
}

/** Only for blocked calls: the user may make an exception. */
function callOf({ payload }: HookEvent, { verdict }: Decision): Pick<EventRecord, "call"> {
  if (verdict !== "deny" && verdict !== "ask") return {};
  const call = callHash(payload, (text) => keyedHash(text));
  return call === undefined ? {} : { call };
}

/**
 * Keyed hash: a prompt is part of the key and may contain secrets. Ids are unique within one agent at most, so the agent
 * is part of the key too.
 */
function dedupeOf(event: HookEvent, agent: string): Pick<EventRecord, "dedupe" | "dedupeMs"> {
  try {
    const key = dedupeKey(event);
    const within = dedupeWithin(event);
    return key === undefined
      ? {}
      : { dedupe: keyedHash(canonicalJson([agent, key])), ...(within === undefined ? {} : { dedupeMs: within }) };
  } catch {
    return {};
  }
}

const POLICY_HASH_CHARS = 16;
/** The daemon uses one plan for many calls. */
const policyHashes = new WeakMap<Plan, string>();

/** Identifies the set of hooks that applied to a call, so that records under the same policy can be compared. */
function policyHash(plan: Plan): string {
  const found = policyHashes.get(plan) ?? hashOf(plan);
  policyHashes.set(plan, found);
  return found;
}

function hashOf({ entries, settings }: Plan): string {
  const rules = entries.map(({ hook, source, state }) => [source.key, source.level, state ?? source.state, hook]);
  return sha256(canonicalJson([rules, settings])).slice(0, POLICY_HASH_CHARS);
}
