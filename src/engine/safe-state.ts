/**
 * The state as the engine uses it. A store that rejects, or does not answer, must not hold up an event: its value then
 * counts as unknown.
 */
import type { StatePort } from "../core/ports.js";

export type UpdateState = StatePort["update"];

/** Longer than a file lock is waited for, shorter than any agent waits for us. */
const LIMIT_MS = 2000;

export function safeUpdate(state: StatePort): UpdateState {
  return async (key, change) => {
    let timer: NodeJS.Timeout | undefined;
    const limit = new Promise<unknown>((_, fail) => {
      timer = setTimeout(() => fail(new Error("the state does not answer")), LIMIT_MS);
    });
    try {
      return await Promise.race([state.update(key, change), limit]);
    } catch {
      return change(undefined);
    } finally {
      clearTimeout(timer);
    }
  };
}
