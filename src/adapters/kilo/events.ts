/** Kilo is a fork of OpenCode. Its documents call the behaviour of plugins identical, and that is all we know of it. */
import { openCodeEvents } from "../_shared/opencode/events.js";

export const KILO_EVENTS = openCodeEvents("kilo", "Kilo");
