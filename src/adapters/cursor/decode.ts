/** Cursor's payload: Claude Code's fields with other tool names, and events that are special cases of a tool's. */

import { normalizePayload, readToolInput } from "../../core/events/normalize.js";
import type { BasePayload, HookEvent } from "../../core/events/payload.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { canonicalEvent } from "../_shared/event-table.js";
import { withCanonicalTool } from "../_shared/tool-names.js";
import type { PresenceReading } from "../contract.js";
import { CURSOR_EVENTS, SPECIAL_CASES } from "./events.js";
import { CURSOR_TOOLS } from "./tools.js";

const SELF = { namespace: "cursor", events: CURSOR_EVENTS, alsoCalled: SPECIAL_CASES };

export function decode(event: string, payload: JsonObject): HookEvent {
  const name = canonicalEvent(SELF, event);
  const read = normalizePayload(name, { ...payload, ...specialCase(event, payload) });
  const named = withCanonicalTool(CURSOR_TOOLS, withMcpName(read));
  return {
    name,
    payload: { hook_origin: "cursor", ...withFacts(name, named) },
    native: { agent: "cursor", event, payload },
  };
}

/** The event of one kind of tool as a call of that tool (AD-10); a reply is not a call (AX-07). */
function specialCase(event: string, payload: JsonObject): JsonObject {
  const { command, file_path, content, edits, text, output } = payload;
  switch (event) {
    case "beforeShellExecution":
      return { tool_name: "Shell", tool_input: { command } };
    case "afterShellExecution":
      return { tool_name: "Shell", tool_input: { command }, tool_output: output };
    case "beforeReadFile":
    case "beforeTabFileRead":
      return { tool_name: "Read", tool_input: { file_path, content } };
    case "afterFileEdit":
    case "afterTabFileEdit":
      return { tool_name: "Edit", tool_input: { file_path, edits } };
    case "afterAgentResponse":
      return { last_assistant_message: text };
    case "beforeMCPExecution":
    case "afterMCPExecution":
      return { tool_name: `MCP:${payload["tool_name"]}`, tool_output: payload["result_json"] };
    default:
      return {};
  }
}

/** `MCP:tool`: only some events name the server. */
function withMcpName(payload: BasePayload): BasePayload {
  const { tool_name, mcp_server_name: server } = payload;
  if (typeof tool_name !== "string" || !tool_name.startsWith("MCP:")) return payload;
  const tool = tool_name.slice("MCP:".length);
  return {
    ...payload,
    native_tool_name: tool_name,
    tool_name: `mcp__${typeof server === "string" ? server : "cursor"}__${tool}`,
  };
}

function withFacts(name: string, payload: BasePayload): BasePayload {
  const { workspace_roots: roots, subagent_id, subagent_type, error_message, summary, loop_count, duration } = payload;
  const result = typeof payload["tool_output"] === "string" ? readToolInput(payload["tool_output"]) : {};
  const root = Array.isArray(roots) && typeof roots[0] === "string" ? roots[0] : undefined;
  const failed = typeof result["exitCode"] === "number" && result["exitCode"] !== 0;
  return {
    ...payload,
    ...(payload.cwd === undefined && root !== undefined ? { cwd: root } : {}),
    ...(typeof subagent_id === "string" ? { agent_id: subagent_id } : {}),
    ...(typeof subagent_type === "string" ? { agent_type: subagent_type } : {}),
    ...(typeof error_message === "string" ? { error: error_message } : {}),
    ...(name === "SubagentStop" && typeof summary === "string" ? { last_assistant_message: summary } : {}),
    ...(typeof loop_count === "number" ? { stop_hook_active: loop_count > 0 } : {}),
    ...(typeof duration === "number" ? { duration_ms: duration } : {}),
    ...(isRecord(result) && failed ? { is_error: true } : {}),
  };
}

/** A background agent is headless. Otherwise the composer mode shows that the editor is open. */
export function readPresence(payload: JsonObject): PresenceReading {
  if (payload["is_background_agent"] === true) return { presence: "headless", evidence: "is_background_agent" };
  const mode = payload["composer_mode"];
  if (typeof mode === "string") return { presence: "interactive", evidence: `composer_mode=${mode}` };
  return { presence: "unknown", evidence: "unknown whether a user is present" };
}
