/** Qwen Code uses Claude Code's payload with its own tool names, and sends some events twice. */

import { normalizePayload } from "../../core/events/normalize.js";
import type { BasePayload, HookEvent } from "../../core/events/payload.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { canonicalEvent } from "../_shared/event-table.js";
import { textOfParts } from "../_shared/json-lines.js";
import { withCanonicalTool } from "../_shared/tool-names.js";
import type { Environment, PresenceReading } from "../contract.js";
import { QWEN_EVENTS } from "./events.js";
import { QWEN_TOOLS } from "./tools.js";

/** Prefix of a stop hook's reason, which is sent to us like a user's prompt. */
export const GOES_ON = "Stop hook feedback:\n";

export function decode(event: string, payload: JsonObject): HookEvent {
  const name = isRepeat(event, payload)
    ? `qwen:${event}`
    : canonicalEvent({ namespace: "qwen", events: QWEN_EVENTS }, event);
  const canonical = withCanonicalTool(QWEN_TOOLS, normalizePayload(name, payload));
  return {
    name,
    payload: { hook_origin: "qwen", ...withTask(withBatch(withOutput(canonical))) },
    native: { agent: "qwen", event, payload },
  };
}

/**
 * UserPromptSubmit is repeated for a tool's result, which is not text, and for the reason of a stop hook; only a user's
 * prompt has `submitted_prompt`, though not always. Tasks are sent once for a decision and once as a report.
 */
function isRepeat(event: string, { prompt, submitted_prompt, phase }: JsonObject): boolean {
  if (event === "UserPromptSubmit")
    return (
      submitted_prompt === undefined && typeof prompt === "string" && (prompt === "" || prompt.startsWith(GOES_ON))
    );
  return (event === "TodoCreated" || event === "TodoCompleted") && phase === "postWrite";
}

function withOutput(payload: BasePayload): BasePayload {
  const { hook_event_name, tool_response, error } = payload;
  if (hook_event_name === "PostToolUseFailure")
    return { ...payload, is_error: true, ...(typeof error === "string" ? { tool_output: error } : {}) };
  const text = isRecord(tool_response) ? textOfParts(tool_response["llmContent"]) : undefined;
  return text === undefined ? payload : { ...payload, tool_output: text };
}

function withBatch(payload: BasePayload): BasePayload {
  const { tool_calls } = payload;
  if (!Array.isArray(tool_calls)) return payload;
  const named = (call: unknown) => (isRecord(call) ? withCanonicalTool(QWEN_TOOLS, call as BasePayload) : call);
  return { ...payload, tool_calls: tool_calls.map(named) };
}

function withTask(payload: BasePayload): BasePayload {
  const { todo_id, todo_content } = payload;
  return {
    ...payload,
    ...(todo_id === undefined ? {} : { task_id: todo_id }),
    ...(todo_content === undefined ? {} : { task_subject: todo_content }),
  };
}

/** Interactive sessions accept messages from outside, and name their socket. */
export function readPresence(_payload: JsonObject, environment: Environment): PresenceReading {
  return environment["QWEN_CODE_MESSAGING_SOCKET"]
    ? { presence: "interactive", evidence: "QWEN_CODE_MESSAGING_SOCKET is set" }
    : { presence: "unknown", evidence: "unknown whether a user is present" };
}
