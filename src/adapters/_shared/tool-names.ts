/**
 * An agent's tool names and input fields to canonical ones and back. Canonical fields are added beside the agent's own,
 * so that a hook written for this agent still finds them; on the way back they are put where the agent looks.
 */
import { isRecord, type JsonObject, lookUp } from "../../core/json.js";
import type { BasePayload, HookEvent } from "../../core/payload.js";
import type { ToolTable } from "../../core/tools.js";

/** A payload with the canonical name of its tool and the canonical fields of its input. */
export function withCanonicalTool(tools: ToolTable, payload: BasePayload): BasePayload {
  const native = payload["tool_name"];
  const entry = typeof native === "string" ? lookUp(tools, native) : undefined;
  if (entry === undefined) return payload;
  const input = isRecord(payload["tool_input"]) ? payload["tool_input"] : {};
  const added: JsonObject = {};
  for (const [field, canonical] of Object.entries(entry.fields ?? {}))
    if (input[field] !== undefined && input[canonical] === undefined) added[canonical] = input[field];
  return { ...payload, tool_name: entry.name, native_tool_name: native, tool_input: { ...input, ...added } };
}

/** A rewritten input with what a hook changed in canonical fields moved to the agent's own. */
export function nativeInput(tools: ToolTable, event: HookEvent, input: JsonObject): JsonObject {
  const native = event.payload["native_tool_name"];
  const fields = (typeof native === "string" ? lookUp(tools, native)?.fields : undefined) ?? {};
  const sent = isRecord(event.payload["tool_input"]) ? event.payload["tool_input"] : {};
  const result: JsonObject = { ...input };
  for (const [field, canonical] of Object.entries(fields)) {
    if (sent[canonical] !== sent[field]) continue; // the agent itself has a field of that name
    if (input[canonical] !== undefined && input[canonical] !== sent[canonical]) result[field] = input[canonical];
    // A hook may answer with a complete input in canonical words only.
    else if (input[field] === undefined && input[canonical] !== undefined) result[field] = input[canonical];
    delete result[canonical];
  }
  return result;
}
