/** Monotonic time. Not `performance`, which a process that lives for one event would have to load first. */
import type { Clock } from "../../core/ports.js";

export const monotonicClock: Clock = {
  now() {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1000 + nanoseconds / 1_000_000;
  },
};
