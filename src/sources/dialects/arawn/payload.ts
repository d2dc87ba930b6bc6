/** Stdin of Arawn's hooks (IN-03). Events without a documented payload have the canonical one. */

import type { BasePayload } from "../../../core/events/payload.js";
import { type ToolTable, toNativeTool } from "../../../core/events/tools.js";
import { asText, cut, isRecord, type JsonObject } from "../../../core/text/json.js";

export const ARAWN_TOOLS: ToolTable = { shell: { name: "Bash" } };

const PREVIEW_LIMIT = 200;

const SHAPES: Readonly<Record<string, (payload: BasePayload) => JsonObject>> = {
  PreToolUse: toolCall,
  PermissionRequest: toolCall,
  PostToolUse: (payload) => ({ ...toolCall(payload), result: resultOf(payload) }),
  PostToolUseFailure: (payload) => ({ ...toolCall(payload), error: payload["error"] ?? "" }),
  SessionStart: ({ session_id = "" }) => ({ session_id }),
  SessionEnd: ({ session_id = "", turn_count }) => ({ session_id, ...known({ turn_count }) }),
  Stop: (payload) => ({ response: payload["response"] ?? payload["last_assistant_message"] ?? "" }),
  SubagentStarted: (payload) => ({
    ...subagent(payload),
    ...known({ task_preview: preview(payload["task_preview"], payload["prompt"]) }),
  }),
  SubagentCompleted: (payload) => ({
    ...subagent(payload),
    result_preview: preview(payload["result_preview"], payload["last_assistant_message"]) ?? "",
    ...known({ duration_ms: payload["duration_ms"], success: payload["success"] ?? successOf(payload) }),
  }),
};

/**
 * By canonical name; a hook for Arawn's `SubagentStarted` gets that shape, one for `SubagentStart` does not (EV-12).
 */
export function arawnPayload(event: string, payload: BasePayload): JsonObject {
  return SHAPES[event]?.(payload) ?? payload;
}

function toolCall({ tool_name, tool_input }: BasePayload): JsonObject {
  const call = { name: asText(tool_name ?? ""), input: isRecord(tool_input) ? tool_input : {} };
  const { name, input } = toNativeTool(ARAWN_TOOLS, call);
  return { tool: name, params: input };
}

function resultOf({ tool_result, tool_output, tool_response }: BasePayload): JsonObject {
  if (isRecord(tool_result)) return tool_result;
  if (tool_output !== undefined) return { output: tool_output };
  if (!isRecord(tool_response)) return { output: tool_response ?? "" };
  return "output" in tool_response || tool_response["stdout"] === undefined
    ? tool_response
    : { ...tool_response, output: tool_response["stdout"] };
}

function subagent(payload: BasePayload): JsonObject {
  return {
    parent_session_id: payload["parent_session_id"] ?? payload.session_id ?? "",
    subagent_name: payload["subagent_name"] ?? payload.agent_type ?? payload.agent_id ?? "",
  };
}

function preview(given: unknown, full: unknown): unknown {
  return given ?? (typeof full === "string" ? cut(full, PREVIEW_LIMIT) : undefined);
}

/** Only failures are reported; a missing report does not mean success (AX-05). */
function successOf({ is_error, error }: BasePayload): boolean | undefined {
  if (is_error === false) return true;
  return is_error === true || error !== undefined ? false : undefined;
}

function known(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
