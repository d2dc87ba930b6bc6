import type { HookEvent } from "../../core/events/payload.js";
import type { JsonObject } from "../../core/text/json.js";
import { decodeClaude } from "../_shared/claude/decode.js";
import { CLAUDE_EVENTS } from "./events.js";

const SELF = { name: "claude-code", namespace: "cc", events: CLAUDE_EVENTS };

export function decode(event: string, payload: JsonObject): HookEvent {
  return decodeClaude(SELF, event, payload);
}
