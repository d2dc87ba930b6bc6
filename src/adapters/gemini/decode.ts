/** Gemini CLI has its own names for events and tools, and Claude Code's for most fields. */

import { normalizePayload } from "../../core/events/normalize.js";
import type { BasePayload, HookEvent } from "../../core/events/payload.js";
import type { JsonObject } from "../../core/text/json.js";
import { canonicalEvent } from "../_shared/event-table.js";
import { withCanonicalTool } from "../_shared/tool-names.js";
import type { Environment, PresenceReading } from "../contract.js";
import { GEMINI_EVENTS } from "./events.js";
import { withResult } from "./result.js";
import { GEMINI_TOOLS, withMcpName, withPatterns, withUrl } from "./tools.js";

/** Its placeholder when the model ended without text. */
const NO_ANSWER = "[no response text]";

export function decode(event: string, payload: JsonObject): HookEvent {
  const name = canonicalEvent({ namespace: "gemini", events: GEMINI_EVENTS }, event);
  return {
    name,
    payload: { hook_origin: "gemini", ...canonical(name, normalizePayload(name, payload)) },
    native: { agent: "gemini", event, payload },
  };
}

function canonical(name: string, payload: BasePayload): BasePayload {
  switch (name) {
    case "PreToolUse":
      return withTool(payload);
    case "PostToolUse":
      return withResult(withTool(payload));
    case "Stop":
      return withAnswer(payload);
    case "Notification":
      return payload["notification_type"] === "ToolPermission"
        ? { ...payload, notification_type: "permission_prompt" }
        : payload;
    default:
      return payload;
  }
}

function withTool(payload: BasePayload): BasePayload {
  return withMcpName(withPatterns(withUrl(withCanonicalTool(GEMINI_TOOLS, payload))));
}

function withAnswer(payload: BasePayload): BasePayload {
  const { prompt_response: answer } = payload;
  return typeof answer === "string" && answer !== NO_ANSWER ? { ...payload, last_assistant_message: answer } : payload;
}

/** Neither payload nor environment distinguish a terminal from `gemini -p`; only headless environments are known. */
export function readPresence(_payload: JsonObject, environment: Environment): PresenceReading {
  for (const name of ["CI", "GITHUB_ACTIONS"])
    if (environment[name] === "true") return { presence: "headless", evidence: `${name}=true` };
  return { presence: "unknown", evidence: "unknown whether a user is present" };
}
