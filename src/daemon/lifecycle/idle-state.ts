/** How long nobody has needed the daemon, in words (DA-08). */
import type { DaemonStatus } from "../api.js";

const MINUTE = 60_000;

export function idleState(quietMs: number): DaemonStatus["state"] {
  if (quietMs < 5 * MINUTE) return "active";
  if (quietMs < 30 * MINUTE) return "idle";
  return quietMs < 90 * MINUTE ? "sleep" : "deep sleep";
}
