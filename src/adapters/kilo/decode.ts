import type { HookEvent } from "../../core/events/payload.js";
import type { JsonObject } from "../../core/text/json.js";
import { decodeOpenCode } from "../_shared/opencode/decode.js";
import { ALSO_CALLED } from "../_shared/opencode/events.js";
import { KILO_EVENTS } from "./events.js";
import { KILO_TOOLS } from "./tools.js";

const SELF = { name: "kilo", namespace: "kilo", events: KILO_EVENTS, alsoCalled: ALSO_CALLED, tools: KILO_TOOLS };

export function decode(event: string, payload: JsonObject): HookEvent {
  return decodeOpenCode(SELF, event, payload);
}
