/** The observer interface for logs, traces and live views: progress of each hook of each fire. */

import type { HookRun } from "../core/decision/decision.js";
import type { Presence } from "../core/events/payload.js";
import type { AskQueue, AskUser } from "../core/hooks/ask-user.js";
import type { HookContext } from "../core/hooks/hook.js";
import { isThenable } from "./hook-result.js";

/** Progress of one hook: start, progress or answer. `id` is the same for all three. */
export type HookObservation =
  | {
      readonly type: "hook_started";
      readonly id: number;
      readonly hook: string;
      readonly event: string;
      readonly statusMessage?: string;
    }
  | {
      readonly type: "hook_progress";
      readonly id: number;
      readonly hook: string;
      readonly event: string;
      readonly text: string;
    }
  | {
      readonly type: "hook_response";
      readonly id: number;
      readonly hook: string;
      readonly event: string;
      readonly run: HookRun;
    };

/** Called with the progress of each hook; cannot change anything. */
export type Observer = (observation: HookObservation) => void;

/** Observers must not disturb hooks: one that throws or rejects is removed. */
export class Observers {
  #list: readonly Observer[] = [];

  get some(): boolean {
    return this.#list.length > 0;
  }

  add(observer: Observer): () => void {
    this.#list = [...this.#list, observer];
    return () => this.#remove(observer);
  }

  tell(observation: HookObservation): void {
    for (const observer of this.#list) {
      try {
        const answer: unknown = observer(observation);
        if (isThenable(answer)) answer.then(undefined, () => this.#remove(observer));
      } catch {
        // A failing view must not break a guard; it is removed instead.
        this.#remove(observer);
      }
    }
  }

  #remove(observer: Observer): void {
    this.#list = this.#list.filter((one) => one !== observer);
  }
}

/** Maximum characters of a hook's messages while it runs. */
const SAID_CHARS = 2_000;

/** The context of one running hook. The abort signal is created on demand. */
export class RunContext implements HookContext {
  readonly hookId: string;
  readonly presence: Presence;
  readonly #observers: Observers;
  readonly #observation: number;
  readonly #event: string;
  #controller: AbortController | undefined;
  #aborted: string | undefined;
  #said = "";
  readonly #queue: AskQueue | undefined;

  constructor(
    hookId: string,
    presence: Presence,
    observers: Observers,
    observation: number,
    event: string,
    queue: AskQueue | undefined,
  ) {
    this.hookId = hookId;
    this.presence = presence;
    this.#observers = observers;
    this.#observation = observation;
    this.#event = event;
    this.#queue = queue;
  }

  get askUser(): AskUser {
    // Seldom used, so loaded on demand.
    return async (...given) => {
      const { askUserOf } = await import("../core/hooks/ask-user.js");
      return askUserOf(this.#queue, () => this.signal)(...given);
    };
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted);
    }
    return this.#controller.signal;
  }

  /** The tail of the hook's messages: its process's stderr. */
  get said(): string {
    return this.#said;
  }

  /** Also created on demand, and without `this`: a hook may destructure the context. */
  get progress(): (text: string) => void {
    return (text) => {
      if (this.#aborted !== undefined) return;
      this.#said = `${this.#said}${text}`.slice(-SAID_CHARS);
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
