/** The state as the engine uses it. A store that rejects must not stop an event: its value counts as unknown. */
import type { StatePort } from "../core/ports.js";

export type UpdateState = StatePort["update"];

export function safeUpdate(state: StatePort): UpdateState {
  return async (key, change) => {
    try {
      return await state.update(key, change);
    } catch {
      return change(undefined);
    }
  };
}
