import type { HookEvent } from "../../core/events/payload.js";
import type { JsonObject } from "../../core/text/json.js";
import { decodeOpenCode } from "../_shared/opencode/decode.js";
import { ALSO_CALLED } from "../_shared/opencode/events.js";
import { OPENCODE_TOOLS } from "../_shared/opencode/tools.js";
import { OPENCODE_EVENTS } from "./events.js";

const SELF = {
  name: "opencode",
  namespace: "opencode",
  events: OPENCODE_EVENTS,
  alsoCalled: ALSO_CALLED,
  tools: OPENCODE_TOOLS,
};

export function decode(event: string, payload: JsonObject): HookEvent {
  return decodeOpenCode(SELF, event, payload);
}
