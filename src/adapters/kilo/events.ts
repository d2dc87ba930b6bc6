/** Kilo is a fork of OpenCode. Its documents call the plugin behaviour identical; nothing else is known. */
import { openCodeEvents } from "../_shared/opencode/events.js";

export const KILO_EVENTS = openCodeEvents("kilo", "Kilo");
