/** What one running hook is given. The abort signal is made only when somebody asks for it. */
import type { HookContext } from "../core/hook.js";
import type { Presence } from "../core/payload.js";

export class RunContext implements HookContext {
  readonly hookId: string;
  readonly presence: Presence;
  readonly #onProgress: ((text: string) => void) | undefined;
  #controller: AbortController | undefined;
  #aborted: string | undefined;

  constructor(hookId: string, presence: Presence, onProgress?: (text: string) => void) {
    this.hookId = hookId;
    this.presence = presence;
    this.#onProgress = onProgress;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted);
    }
    return this.#controller.signal;
  }

  progress(text: string): void {
    if (this.#aborted === undefined) this.#onProgress?.(text);
  }

  abort(reason: string): void {
    if (this.#aborted !== undefined) return;
    this.#aborted = reason;
    this.#controller?.abort(reason);
  }
}
