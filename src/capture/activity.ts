/** Derives the activity of an event, if any. */

import { pathArguments } from "../core/events/tools.js";
import { isRefusal } from "../core/records/call-outcomes.js";
import type { ActivityRow, EventRecord } from "../core/records/records.js";
import { cut, isRecord, type JsonObject, lookUp } from "../core/text/json.js";
import { numberOf, textOf } from "./facts.js";
import { toolActivity } from "./tool-activity.js";

/** Fields specific to one kind of event. */
export type ActivityFacts = Pick<ActivityRow, "kind" | "name" | "success"> &
  Partial<Pick<ActivityRow, "input" | "summary" | "file" | "error">>;

const SUMMARY_CHARS = 500;
const SHORTEST_THOUGHT = 10;
const THOUGHT_CHARS = 2_000;
const COMPACT_FIELDS = [
  "trigger",
  "context_usage_percent",
  "context_tokens",
  "context_window_size",
  "message_count",
  "messages_to_compact",
  "is_first_compaction",
];

const READERS: Readonly<Record<string, (payload: JsonObject, event: string) => ActivityFacts | undefined>> = {
  PostToolUse: toolActivity,
  PostToolUseFailure: toolActivity,
  AgentThought: thought,
  PreCompact: (payload) => ({
    kind: "compact",
    name: "PreCompact",
    input: pick(payload, COMPACT_FIELDS),
    success: true,
  }),
  PostCompact: (payload) => ({
    kind: "compact",
    name: "PostCompact",
    input: pick(payload, ["trigger"]),
    ...summary(payload, "compact_summary"),
    success: true,
  }),
  SubagentStart: subagent,
  SubagentStop: subagent,
  SubagentCompleted: subagent,
  PermissionRequest: permission,
  PermissionDenied: permission,
  PermissionResult: permission,
  Notification: (payload) => ({
    kind: "notification",
    name: textOf(payload, "notification_type") ?? "Notification",
    ...summary(payload, "message", "title"),
    success: true,
  }),
  Error: trouble,
  StopFailure: trouble,
  Interrupt: (payload) => ({ kind: "notification", name: "Interrupt", ...summary(payload, "reason"), success: true }),
  FileChanged: (payload) => ({
    kind: "file",
    name: textOf(payload, "event", "change") ?? "changed",
    ...fileOf(payload),
    success: true,
  }),
};

export function activityOf(record: EventRecord, session: string): ActivityRow | undefined {
  const facts = lookUp(READERS, record.event)?.(record.payload, record.event);
  if (facts === undefined) return undefined;
  const ms = numberOf(record.payload, "duration_ms");
  return { id: record.id, session, at: record.at, ...facts, ...(ms === undefined ? {} : { ms }) };
}

/** EV-21. */
function thought(payload: JsonObject): ActivityFacts | undefined {
  const text = textOf(payload, "text")?.trim() ?? "";
  if (text.length < SHORTEST_THOUGHT) return undefined;
  return { kind: "thought", name: "AgentThought", summary: cut(text, THOUGHT_CHARS), success: true };
}

function subagent(payload: JsonObject, event: string): ActivityFacts {
  const error = textOf(payload, "error");
  const failed = payload["success"] === false || error !== undefined;
  return {
    kind: "subagent",
    name: textOf(payload, "agent_type") ?? "subagent",
    input: { event, ...pick(payload, ["agent_id"]) },
    ...summary(payload, "response", "last_assistant_message", "result_preview", "task"),
    success: !failed,
    ...(error === undefined ? {} : { error: cut(error, SUMMARY_CHARS) }),
  };
}

/** A question about a tool, or its result. Its own event shows whether the tool then worked. */
function permission(payload: JsonObject, event: string): ActivityFacts {
  const outcome = textOf(payload, "decision", "outcome", "result") ?? "";
  const refused = event === "PermissionDenied" || isRefusal(payload);
  const input = isRecord(payload["tool_input"]) ? payload["tool_input"] : {};
  const said = [outcome, textOf(payload, "reason")].filter(Boolean).join(": ");
  return {
    kind: "permission",
    name: textOf(payload, "tool_name") ?? event,
    input: { ...input, event },
    ...fileOf(input),
    ...(said === "" ? {} : { summary: cut(said, SUMMARY_CHARS) }),
    success: !refused,
  };
}

function trouble(payload: JsonObject, event: string): ActivityFacts {
  const error = textOf(payload, "error", "message") ?? event;
  return { kind: "notification", name: event, success: false, error: cut(error, SUMMARY_CHARS) };
}

function summary(payload: JsonObject, ...fields: readonly string[]): { summary?: string } {
  const text = textOf(payload, ...fields);
  return text === undefined ? {} : { summary: cut(text, SUMMARY_CHARS) };
}

function fileOf(input: JsonObject): { file?: string } {
  const [file] = pathArguments(input);
  return file === undefined ? {} : { file };
}

function pick(payload: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(fields.filter((field) => payload[field] != null).map((field) => [field, payload[field]]));
}
