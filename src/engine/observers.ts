/** The one seam for logs, traces and live views: what happens to each hook of each fire (OB-03). */
import type { HookRun } from "../core/decision/decision.js";
import { isThenable } from "./outcomes.js";

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

/** Observers must not disturb what they watch: one that throws or rejects is told nothing more. */
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
        // A view that breaks must not break the guard it watches; it is taken off instead.
        this.#remove(observer);
      }
    }
  }

  #remove(observer: Observer): void {
    this.#list = this.#list.filter((one) => one !== observer);
  }
}
