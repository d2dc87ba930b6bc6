import type { HookEvent } from "../../core/events/payload.js";
import type { JsonObject } from "../../core/text/json.js";
import { decodeClaude } from "../_shared/claude/decode.js";
import { AGENT_SDK_EVENTS } from "./events.js";

const SELF = { name: "claude-agent-sdk", namespace: "sdk", events: AGENT_SDK_EVENTS };

export function decode(event: string, payload: JsonObject): HookEvent {
  return decodeClaude(SELF, event, payload);
}
