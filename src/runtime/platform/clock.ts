/** Monotonic time and timers. Not `performance`, which a short-lived process would have to load first. */
import type { Clock } from "../../core/ports.js";

/** The maximum delay of setTimeout. */
const LONGEST_TIMER_MS = 2_147_483_647;

export const monotonicClock: Clock = {
  now() {
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1000 + nanoseconds / 1_000_000;
  },
  after(ms, then) {
    const timer = setTimeout(then, Math.min(LONGEST_TIMER_MS, Math.ceil(ms)));
    return () => clearTimeout(timer);
  },
};
