/**
 * The state as the engine uses it. A store that rejects, or does not answer, must not hold up an event: its value then
 * counts as unknown.
 */
import type { Clock, StatePort } from "../core/ports.js";

export type UpdateState = StatePort["update"];

/** Longer than a file lock is waited for, shorter than any agent waits for us. */
const LIMIT_MS = 2000;

export function safeUpdate(state: StatePort, clock: Clock): UpdateState {
  return async (key, change) => {
    let cancelTimer: (() => void) | undefined;
    const limit = new Promise<unknown>((_, fail) => {
      cancelTimer = clock.after(LIMIT_MS, () => fail(new Error("the state does not answer")));
    });
    try {
      return await Promise.race([state.update(key, change), limit]);
    } catch {
      return change(undefined);
    } finally {
      cancelTimer?.();
    }
  };
}
