/** Stdin of hooks of Arawn's rewrite: the event's name in `hook_event` and its own fields (IN-04). */

import type { BasePayload } from "../../../core/events/payload.js";
import { isRecord, type JsonObject } from "../../../core/text/json.js";

/** Its field → payload fields with the value, best first, and the default. */
type Fields = Readonly<Record<string, readonly [from: readonly string[], otherwise: unknown]>>;

const text = (...from: string[]) => [from, ""] as const;
const count = (...from: string[]) => [from, 0] as const;

const TOOL: Fields = { tool_name: text("tool_name"), tool_input: [["tool_input"], {}] };

const EVENTS: Readonly<Record<string, Fields>> = {
  PreToolUse: TOOL,
  PostToolUse: TOOL,
  PostToolUseFailure: { ...TOOL, error: text("error") },
  PermissionRequest: { ...TOOL, rule: text("rule") },
  PermissionDenied: { ...TOOL, reason: text("reason") },
  SessionStart: { session_id: text("session_id"), cwd: text("cwd"), source: [["source"], "startup"] },
  SessionEnd: { session_id: text("session_id"), reason: text("reason") },
  Setup: {},
  Stop: { stop_reason: [["stop_reason", "reason"], "end_turn"] },
  StopFailure: { error: text("error") },
  UserPromptSubmit: { message: text("prompt", "message") },
  SubagentStart: {
    agent_name: text("agent_name", "agent_id"),
    agent_type: text("agent_type"),
    prompt: text("prompt"),
  },
  SubagentStop: {
    agent_name: text("agent_name", "agent_id"),
    result_summary: text("result_summary", "last_assistant_message"),
  },
  PreCompact: { reason: text("reason", "trigger"), message_count: count("message_count") },
  PostCompact: {
    messages_before: count("messages_before"),
    messages_after: count("messages_after"),
    tokens_before: count("tokens_before"),
    tokens_after: count("tokens_after"),
  },
  Notification: { notification_type: text("notification_type"), message: text("message") },
  WorktreeCreate: { worktree_path: text("worktree_path", "name"), branch: text("branch") },
  WorktreeRemove: { worktree_path: text("worktree_path") },
  CwdChanged: { old_cwd: text("old_cwd"), new_cwd: text("new_cwd") },
  FileChanged: { file_path: text("file_path"), change_type: text("change_type", "event") },
  TeammateIdle: { teammate_id: text("teammate_id", "teammate_name") },
  TaskCreated: {
    task_id: text("task_id"),
    description: text("description", "task_description", "task_subject"),
  },
  TaskCompleted: { task_id: text("task_id"), result: text("result", "task_subject") },
  Elicitation: { prompt: text("prompt", "message"), schema: [["schema", "requested_schema"], {}] },
  ElicitationResult: { response: [["response", "content"], null] },
  PromptInjectionVerdict: { context: text("context"), verdict: text("verdict"), reasons: [["reasons"], []] },
};

export function arawn2Payload(event: string, payload: BasePayload): JsonObject {
  const fields = EVENTS[event];
  if (fields === undefined) return { hook_event: event, ...payload };
  const values = Object.entries(fields).map(([field, [from, otherwise]]) => {
    const source = from.find((name) => payload[name] !== undefined);
    return [field, source === undefined ? otherwise : payload[source]];
  });
  const output = event === "PostToolUse" ? { tool_output: outputText(payload) } : {};
  return { hook_event: event, ...Object.fromEntries(values), ...output };
}

/** The tool's output as one string, whatever the agent sent. */
function outputText({ tool_output, tool_result, tool_response }: BasePayload): string {
  const value = tool_output ?? (isRecord(tool_result) ? tool_result["output"] : tool_result) ?? tool_response ?? "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
