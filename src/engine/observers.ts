/** The one seam for logs, traces and live views: what happens to each hook of each fire (OB-03). */
import type { HookRun } from "../core/decision.js";

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

export type Observer = (observation: HookObservation) => void;

/** Observers must not disturb what they watch: one that throws is told nothing more. */
export class Observers {
  #list: readonly Observer[] = [];

  get some(): boolean {
    return this.#list.length > 0;
  }

  add(observer: Observer): () => void {
    this.#list = [...this.#list, observer];
    return () => {
      this.#list = this.#list.filter((one) => one !== observer);
    };
  }

  tell(observation: HookObservation): void {
    for (const observer of this.#list) {
      try {
        observer(observation);
      } catch {
        // A view that breaks must not break the guard it watches; it is taken off instead.
        this.#list = this.#list.filter((one) => one !== observer);
      }
    }
  }
}
