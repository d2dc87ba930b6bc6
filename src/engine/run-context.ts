/** What one running hook is given. The abort signal is made only when somebody asks for it. */

import type { Presence } from "../core/events/payload.js";
import type { HookContext } from "../core/hooks/hook.js";
import type { Observers } from "./observers.js";

export class RunContext implements HookContext {
  readonly hookId: string;
  readonly presence: Presence;
  readonly #observers: Observers;
  readonly #observation: number;
  readonly #event: string;
  #controller: AbortController | undefined;
  #aborted: string | undefined;

  constructor(hookId: string, presence: Presence, observers: Observers, observation: number, event: string) {
    this.hookId = hookId;
    this.presence = presence;
    this.#observers = observers;
    this.#observation = observation;
    this.#event = event;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted);
    }
    return this.#controller.signal;
  }

  /** Made on demand too, and free of `this`: a hook may take the context apart. */
  get progress(): (text: string) => void {
    return (text) => {
      if (this.#aborted !== undefined) return;
      const facts = { id: this.#observation, hook: this.hookId, event: this.#event };
      this.#observers.tell({ type: "hook_progress", ...facts, text });
    };
  }

  abort(reason: string): void {
    if (this.#aborted !== undefined) return;
    this.#aborted = reason;
    this.#controller?.abort(reason);
  }
}
