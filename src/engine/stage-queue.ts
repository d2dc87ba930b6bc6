/**
 * Whose turn it is in a fire. First the owners' rewriters, then their guards, then the same of projects and plugins: so
 * a fire begins as it would without a project.
 *
 * Guards judge what is to happen. After a rewrite they are chosen again, by the input as it is then: a rewriter must not
 * be able to turn a call into one that a guard would have stopped, had it been made that way. This is done when the
 * owners' rewriters are through, and once more when others have changed what the owners left.
 */

import type { HookEvent } from "../core/events/payload.js";
import type { AdmittedHook } from "../core/hooks/admission.js";
import type { Selection, Stage } from "../core/hooks/hook-table.js";
import { type JsonObject, sameJson } from "../core/text/json.js";

/** The hooks that match an event; a promise if a pattern needs time. */
export type Select = (event: HookEvent) => Selection | Promise<Selection>;

type Skipped = readonly { readonly hook: AdmittedHook }[];

export class StageQueue {
  #stages: readonly Stage[];
  #index = 0;
  /** Number of started hooks in the current stage. */
  started = 0;
  /** From here on, projects and plugins run, or guards that check their changes. */
  ownersDone = false;
  /** The projects' changes were undone, and the owners' guards have checked the rest. */
  withdrawn = false;
  /** The input for which the next guards were selected. */
  #chosenFor: JsonObject | undefined;
  readonly #unwanted: Skipped;

  constructor(stages: readonly Stage[], input: JsonObject | undefined, unwanted: Skipped) {
    this.#stages = stages;
    this.#chosenFor = input;
    this.#unwanted = unwanted;
  }

  get stage(): Stage | undefined {
    return this.#stages[this.#index];
  }

  /** True if the current stage may change the selection. */
  get mayRewrite(): boolean {
    const { stage } = this;
    return stage !== undefined && !stage.guard && (stage.owner || this.ownersDone);
  }

  /** True if owners' guards ran or will run. */
  get hasOwnersGuards(): boolean {
    return this.#stages.some(({ guard, owner }) => guard && owner);
  }

  next(): void {
    this.#index++;
    this.started = 0;
  }

  /** True if no guard was selected for this input yet. */
  isNew(input: JsonObject | undefined): boolean {
    return input !== this.#chosenFor && !sameJson(input, this.#chosenFor);
  }

  /** Replaces the pending guards with those of this selection. Returns the undecided ones. */
  useGuards(selection: Selection, input: JsonObject | undefined): readonly AdmittedHook[] {
    this.#chosenFor = input;
    this.started = 0;
    const guards = selection.stages
      .filter(({ guard, owner }) => guard && !(owner && this.withdrawn))
      .map((stage) => ({ ...stage, hooks: stage.hooks.filter((hook) => this.#isWanted(hook)) }))
      .filter(({ hooks }) => hooks.length > 0);
    this.#stages = [
      ...this.#stages.slice(0, this.#index),
      ...guards.filter(({ owner }) => owner),
      ...this.#stages.slice(this.#index).filter(({ guard }) => !guard),
      ...guards.filter(({ owner }) => !owner),
    ];
    return selection.undecided.filter((hook) => hook.guard && this.#isWanted(hook));
  }

  /** The hooks that have not started. All hooks of a parallel stage start together. */
  get notStarted(): AdmittedHook[] {
    return this.#stages.slice(this.#index).flatMap(({ hooks, strategy }, i) => {
      if (i > 0 || this.started === 0) return hooks;
      return strategy === "parallel" ? [] : hooks.slice(this.started);
    });
  }

  #isWanted(hook: AdmittedHook): boolean {
    return !this.#unwanted.some((one) => one.hook === hook);
  }
}

/** Guards on a native payload do not see rewrites. */
export function seesOnlyTheOriginal({ guard, owner, hooks }: Stage): boolean {
  return guard && owner && hooks.some(({ nativeTo }) => nativeTo !== undefined);
}
