/**
 * Copilot uses two formats, selected by the spelling of the event in the config: camelCase (ours) and, for Claude
 * Code's settings, PascalCase. Both become the same canonical payload.
 */

import { normalizePayload } from "../../core/events/normalize.js";
import type { BasePayload, HookEvent } from "../../core/events/payload.js";
import type { JsonObject } from "../../core/text/json.js";
import { canonicalEvent } from "../_shared/event-table.js";
import type { Environment, PresenceReading } from "../contract.js";
import { withCall, withResult } from "./decode-tool.js";
import { COPILOT_EVENTS, PASCAL_NAMES } from "./events.js";

const SELF = { namespace: "copilot", events: COPILOT_EVENTS, alsoCalled: PASCAL_NAMES };

/** Its fields → the canonical ones that are added. */
const FIELDS: Readonly<Record<string, string>> = {
  agentId: "agent_id",
  agentType: "agent_type",
  parentAgentId: "parent_agent_id",
  agentName: "agent_name",
  initialPrompt: "initial_prompt",
  transformedPrompt: "transformed_prompt",
  stopReason: "stop_reason",
  response: "last_assistant_message",
  customInstructions: "custom_instructions",
  errorContext: "error_context",
};

export function decode(event: string, payload: JsonObject): HookEvent {
  const canonical = canonicalEvent(SELF, event);
  const subagent = payload["agentId"] ?? payload["agent_id"];
  // Inside a subagent its own end is reported twice; SubagentStop follows, and a Stop belongs to the main agent.
  const name = canonical === "Stop" && typeof subagent === "string" ? `copilot:${event}` : canonical;
  const read = withError(withTime(withSession(withFields(normalizePayload(name, payload)))));
  const hook_origin = Object.hasOwn(PASCAL_NAMES, event) ? "claude_config" : "copilot";
  return {
    name,
    payload: { hook_origin, ...withResult(name, withCall(read)) },
    native: { agent: "copilot", event, payload },
  };
}

function withFields(payload: BasePayload): BasePayload {
  const added: JsonObject = {};
  for (const [field, canonical] of Object.entries(FIELDS))
    if (payload[field] !== undefined && payload[canonical] === undefined) added[canonical] = payload[field];
  return { ...payload, ...added };
}

/** A subagent's calls carry its own id as the session, except for permission requests. */
function withSession(payload: BasePayload): BasePayload {
  const { session_id, agent_id, parent_agent_id } = payload;
  return session_id === agent_id && typeof parent_agent_id === "string"
    ? { ...payload, session_id: parent_agent_id }
    : payload;
}

/** The timestamp is the same in both formats: it shows whether two calls are the same. */
function withTime(payload: BasePayload): BasePayload {
  const { timestamp } = payload;
  if (typeof timestamp !== "number" || !(Math.abs(timestamp) <= 8.64e15)) return payload;
  return { ...payload, timestamp: new Date(timestamp).toISOString() };
}

function withError(payload: BasePayload): BasePayload {
  const error = payload["error"] as { readonly message?: unknown; readonly name?: unknown } | null | undefined;
  if (typeof error !== "object" || error === null || typeof error.message !== "string") return payload;
  return { ...payload, error: error.message, error_name: error.name };
}

/** On a user's machine nothing distinguishes `copilot -p` from an interactive session. */
export function readPresence(_payload: JsonObject, environment: Environment): PresenceReading {
  return environment["COPILOT_AGENT_PROMPT"] === undefined
    ? { presence: "unknown", evidence: "unknown whether a user is present" }
    : { presence: "headless", evidence: "COPILOT_AGENT_PROMPT: the cloud agent works alone" };
}
