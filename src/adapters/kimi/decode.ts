/** Kimi Code uses Claude Code's payload with some fields of its own; prompts are lists of parts. */

import { normalizePayload } from "../../core/events/normalize.js";
import type { BasePayload, HookEvent } from "../../core/events/payload.js";
import { isRecord, type JsonObject } from "../../core/text/json.js";
import { canonicalEvent } from "../_shared/event-table.js";
import { withCanonicalTool } from "../_shared/tool-names.js";
import type { PresenceReading } from "../contract.js";
import { KIMI_EVENTS } from "./events.js";
import { KIMI_TOOLS } from "./tools.js";

/** Its field → the canonical one that is added. */
const FIELDS: Readonly<Record<string, string>> = {
  agent_name: "agent_type",
  response: "last_assistant_message",
  tool_output: "tool_response",
  token_count: "context_tokens",
  body: "message",
  error_type: "error",
  error_message: "error_details",
};

export function decode(event: string, payload: JsonObject): HookEvent {
  const name = canonicalEvent({ namespace: "kimi", events: KIMI_EVENTS }, event);
  const canonical = withCanonicalTool(KIMI_TOOLS, normalizePayload(name, payload));
  return {
    name,
    payload: { hook_origin: "kimi", ...withoutMain(withPrompt(withFailure(withFields(canonical), name))) },
    native: { agent: "kimi", event, payload },
  };
}

function withFields(payload: BasePayload): BasePayload {
  const added: JsonObject = {};
  for (const [field, canonical] of Object.entries(FIELDS))
    if (payload[field] !== undefined && payload[canonical] === undefined) added[canonical] = payload[field];
  return { ...payload, ...added };
}

/** A failed tool's output is the text of its error. */
function withFailure(payload: BasePayload, name: string): BasePayload {
  if (name !== "PostToolUseFailure") return payload;
  const error = payload["error"];
  const text = isRecord(error) ? error["message"] : error;
  return { ...payload, is_error: true, ...(typeof text === "string" ? { error: text, tool_output: text } : {}) };
}

function withPrompt(payload: BasePayload): BasePayload {
  const { prompt } = payload;
  if (!Array.isArray(prompt)) return payload;
  const texts = prompt.flatMap((part) => (isRecord(part) && typeof part["text"] === "string" ? [part["text"]] : []));
  return { ...payload, prompt: texts.join("\n") };
}

/** An agent id means a subagent; Kimi Code also gives one to the main agent. */
function withoutMain(payload: BasePayload): BasePayload {
  const { agent_id, ...rest } = payload;
  return agent_id === "main" ? (rest as BasePayload) : payload;
}

export function readPresence(): PresenceReading {
  return { presence: "unknown", evidence: "Kimi Code does not report whether a user is present" };
}
