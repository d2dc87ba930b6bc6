/**
 * Derives the outcome of each tool call of a session from its events. Nothing is assumed: a call without an end event
 * is not reported as run. Computed on demand, never on the event path.
 */
import { isRecord, type JsonObject } from "../text/json.js";
import type { EventRecord } from "./records.js";

export type Outcome =
  | "ran"
  | "failed"
  /** Denied by hooks. */
  | "denied"
  /** Denied by the user. */
  | "refused"
  /** It needs approval, no user answered or could be asked, and the agent received a denial. */
  | "unanswered"
  /** The agent asked its user, and no event shows the result. */
  | "asked"
  | "unknown";

export interface ToolCall {
  /** Of the first event of the call. */
  readonly id: string;
  readonly at: number;
  readonly tool: string;
  readonly input: JsonObject;
  readonly outcome: Outcome;
  /** True if a user was asked, by Snaphook or by the agent. */
  readonly wasAsked: boolean;
  /** The decision of the hooks before it. */
  readonly decision?: EventRecord;
  /** The event that shows its end. */
  readonly end?: EventRecord;
}

type OpenCall = { -readonly [Key in keyof ToolCall]: ToolCall[Key] } & { callId?: string; ended?: true };

/** Events about tool calls. */
export const CALL_EVENTS: ReadonlySet<string> = new Set([
  "PreToolUse",
  "PermissionRequest",
  "PermissionDenied",
  "PermissionResult",
  "PostToolUse",
  "PostToolUseFailure",
]);

/** `records`: all of one session, oldest first. */
export function toolCalls(records: readonly EventRecord[]): ToolCall[] {
  const calls: OpenCall[] = [];
  for (const record of records) {
    if (!CALL_EVENTS.has(record.event)) continue;
    const known = record.event === "PreToolUse" ? undefined : findCall(calls, record);
    const call = known ?? begin(record);
    if (known === undefined) calls.push(call);
    tell(call, record);
  }
  return calls.map(({ callId: _id, ended: _ended, ...call }) => call);
}

function begin(record: EventRecord): OpenCall {
  const { id, at, payload } = record;
  const callId = payload["tool_use_id"];
  return {
    id,
    at,
    tool: toolOf(record),
    input: inputOf(record),
    outcome: "unknown",
    wasAsked: false,
    ...(typeof callId === "string" ? { callId } : {}),
  };
}

/**
 * Matches by id; without one by tool and input, then by tool alone: the newest for a question, the oldest for an end.
 */
function findCall(calls: readonly OpenCall[], record: EventRecord): OpenCall | undefined {
  const { payload, event } = record;
  const callId = payload["tool_use_id"];
  if (typeof callId === "string") {
    // Some models reuse ids: the newest call with this id that has not ended.
    const named = calls.filter((call) => call.callId === callId);
    const call = named.findLast(({ ended }) => ended === undefined) ?? named.at(-1);
    if (call !== undefined) return call;
  }
  const open = calls.filter((call) => call.tool === toolOf(record) && call.ended === undefined);
  const fits = open.filter((call) => callId === undefined || call.callId === undefined);
  const input = JSON.stringify(inputOf(record));
  const same = fits.filter((call) => JSON.stringify(call.input) === input);
  const isEnd = event === "PostToolUse" || event === "PostToolUseFailure";
  return isEnd ? (same[0] ?? fits[0]) : (same.at(-1) ?? fits.at(-1));
}

function tell(call: OpenCall, record: EventRecord): void {
  switch (record.event) {
    case "PreToolUse":
      return decided(call, record);
    case "PermissionRequest":
      return decided(call, { ...record, verdict: record.verdict === "none" ? "ask" : record.verdict });
    case "PermissionDenied":
      return end(call, record, "refused");
    case "PermissionResult":
      return isRefusal(record.payload) ? end(call, record, "refused") : undefined;
    default:
      return end(call, record, hasFailed(record) ? "failed" : "ran");
  }
}

function end(call: OpenCall, record: EventRecord, outcome: Outcome): void {
  call.outcome = outcome;
  call.end = record;
  call.ended = true;
}

function decided(call: OpenCall, record: EventRecord): void {
  const { verdict, notes } = record;
  const sent = record.sent?.verdict ?? verdict;
  if (verdict === "none" && sent === "none" && call.decision !== undefined) return;
  call.decision = record;
  call.wasAsked ||= verdict === "ask";
  if (sent === "deny") {
    const answered = notes.some(({ code }) => code === "ASK_ANSWERED");
    call.outcome = verdict !== "ask" ? "denied" : answered ? "refused" : "unanswered";
    call.ended = true;
  } else if (sent === "ask" || (verdict === "ask" && sent === "none")) call.outcome = "asked";
}

function hasFailed({ event, payload }: EventRecord): boolean {
  if (event === "PostToolUseFailure") return true;
  if (typeof payload["success"] === "boolean") return !payload["success"];
  return payload["is_error"] === true || typeof payload["error"] === "string";
}

const REFUSED = /^(den|reject|abort|block|cancel|no$|false$)/i;

/** The answer to a permission prompt, in the formats of several agents. */
export function isRefusal(payload: JsonObject): boolean {
  const said = [payload["decision"], payload["outcome"], payload["result"]].find((one) => typeof one === "string");
  return payload["approved"] === false || (typeof said === "string" && REFUSED.test(said));
}

function toolOf({ payload }: EventRecord): string {
  return typeof payload["tool_name"] === "string" ? payload["tool_name"] : "unknown tool";
}

function inputOf({ payload }: EventRecord): JsonObject {
  return isRecord(payload["tool_input"]) ? payload["tool_input"] : {};
}
