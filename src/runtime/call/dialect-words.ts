/**
 * AX-15: payloads in the format of systems without an adapter: Opta's context, Arawn's payloads of both versions. They
 * come from a command line or by HTTP, never from an agent's launcher, so this is not on the event path.
 */
import { readToolInput } from "../../core/events/normalize.js";
import { type ToolTable, toCanonicalTool } from "../../core/events/tools.js";
import { isRecord, type JsonObject, lookUp } from "../../core/text/json.js";
import { ARAWN_TOOLS } from "../../sources/dialects/arawn/payload.js";
import { OPTA_TOOLS } from "../../sources/dialects/opta/names.js";

/** A dialect's field for the tool input shows whose tool names a payload has. */
const TOOLS_BY_INPUT: Readonly<Record<string, ToolTable>> = { tool_args: OPTA_TOOLS, params: ARAWN_TOOLS };

/** Canonical field → its name on this event. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  UserPromptSubmit: { prompt: ["message"] },
  Stop: { last_assistant_message: ["response", "response_summary"] },
  SubagentStart: { session_id: ["parent_session_id"], agent_type: ["subagent_name"] },
  SubagentStop: { session_id: ["parent_session_id"], last_assistant_message: ["result_summary", "response_summary"] },
  SubagentCompleted: { session_id: ["parent_session_id"], agent_type: ["subagent_name"] },
  PostToolUseFailure: { error: ["error_message"] },
  Error: { error: ["error_message"] },
  FileChanged: { event: ["change_type"] },
};

/** The same payload with canonical fields beside the dialect's. Existing canonical fields are kept. */
export function readDialectWords(event: string, payload: JsonObject): JsonObject {
  const read = { ...payload, ...readTool(payload) };
  for (const [field, names] of Object.entries(lookUp(FIELDS, event) ?? {})) {
    const name = names.find((one) => read[one] !== undefined);
    if (name !== undefined && read[field] === undefined) read[field] = read[name];
  }
  return event.startsWith("PostToolUse") ? { ...read, ...readResult(read) } : read;
}

/** `run_command` with `tool_args` is Opta's Bash, and guards on Bash must see it. */
function readTool(payload: JsonObject): JsonObject {
  const name = payload["tool_name"] ?? payload["tool"];
  const field = Object.keys(TOOLS_BY_INPUT).find((one) => payload[one] !== undefined);
  if (field === undefined || typeof name !== "string") return {};
  const input = readToolInput(payload["tool_input"] ?? payload[field]);
  const call = toCanonicalTool(TOOLS_BY_INPUT[field]!, { name, input });
  return { tool_name: call.name, tool_input: call.input };
}

/** Arawn calls a tool's result `result`, and Opta's `tool_result` is a string. */
function readResult({ tool_result, result, tool_output }: JsonObject): JsonObject {
  const text = [tool_result, result].find((value) => typeof value === "string");
  return {
    ...(tool_result === undefined && isRecord(result) ? { tool_result: result } : {}),
    ...(tool_output === undefined && text !== undefined ? { tool_output: text } : {}),
  };
}
