import { openCodeEvents } from "../_shared/opencode/events.js";

export const OPENCODE_EVENTS = openCodeEvents("opencode", "OpenCode");
