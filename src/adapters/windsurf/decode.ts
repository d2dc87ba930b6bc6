/** Windsurf's payload: the same frame for every event, with its data nested in `tool_info`. */

import { normalizePayload } from "../../core/events/normalize.js";
import type { BasePayload, HookEvent } from "../../core/events/payload.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { canonicalEvent } from "../_shared/event-table.js";
import { withCanonicalTool } from "../_shared/tool-names.js";
import type { PresenceReading } from "../contract.js";
import { ALSO_CALLED, WINDSURF_EVENTS } from "./events.js";
import { WINDSURF_TOOLS } from "./tools.js";

const SELF = { namespace: "windsurf", events: WINDSURF_EVENTS, alsoCalled: ALSO_CALLED };

export function decode(event: string, payload: JsonObject): HookEvent {
  const name = canonicalEvent(SELF, event);
  const info = isRecord(payload["tool_info"]) ? payload["tool_info"] : {};
  const read = normalizePayload(name, { ...payload, ...toolCall(event, info) });
  return {
    name,
    payload: { hook_origin: "windsurf", ...withFacts(name, withCanonicalTool(WINDSURF_TOOLS, read)) },
    native: { agent: "windsurf", event, payload },
  };
}

/** The event of a tool as a call of that tool (AD-16). */
function toolCall(event: string, info: JsonObject): JsonObject {
  const about = /^(?:pre|post)_(run_command|read_code|write_code|mcp_tool_use)$/.exec(event)?.[1];
  if (about === "mcp_tool_use") return mcpCall(info);
  if (about === "write_code") return writeCall(info);
  return about === undefined ? {} : { tool_name: about, tool_input: info };
}

function mcpCall(info: JsonObject): JsonObject {
  const { mcp_server_name: server, mcp_tool_name: tool, mcp_tool_arguments, mcp_result: result } = info;
  return {
    tool_name: `mcp__${typeof server === "string" ? server : "windsurf"}__${typeof tool === "string" ? tool : ""}`,
    tool_input: mcp_tool_arguments,
    ...(result === undefined ? {} : { tool_response: result }),
    ...(typeof result === "string" ? { tool_output: result } : {}),
  };
}

/** Text that replaces nothing is a whole file; everything else changes parts of one. */
function writeCall(info: JsonObject): JsonObject {
  const edits = (Array.isArray(info["edits"]) ? info["edits"] : []).filter(isRecord);
  const only = edits.length === 1 ? edits[0] : undefined;
  if (edits.every((edit) => (edit["old_string"] ?? "") === ""))
    return { tool_name: "write_code", tool_input: { ...(only && { content: only["new_string"] }), ...info } };
  return { tool_name: "Edit", native_tool_name: "write_code", tool_input: { ...only, ...info } };
}

function withFacts(name: string, payload: BasePayload): BasePayload {
  const { user_prompt, response, model_name } = payload;
  return {
    ...payload,
    ...(name === "UserPromptSubmit" ? { prompt: typeof user_prompt === "string" ? user_prompt : "" } : {}),
    ...(name === "Stop" && typeof response === "string" ? { last_assistant_message: lastAnswer(response) } : {}),
    ...(typeof model_name === "string" && model_name !== "Unknown" ? { model: model_name } : {}),
  };
}

/** It sends everything since the prompt; the agent's own words are under this heading, repeatedly. */
function lastAnswer(response: string): string {
  return response
    .split(/^### Planner Response\s*$/m)
    .at(-1)!
    .trim();
}

export function readPresence(): PresenceReading {
  return { presence: "unknown", evidence: "Windsurf does not report whether a user is present" };
}
