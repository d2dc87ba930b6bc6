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

/** Which hooks match an event; a promise when a pattern needs time. */
export type Select = (event: HookEvent) => Selection | Promise<Selection>;

type Skipped = readonly { readonly hook: AdmittedHook }[];

export class StageQueue {
  #stages: readonly Stage[];
  #index = 0;
  /** How many hooks of the stage at hand were started. */
  started = 0;
  /** From here on it is the turn of projects and plugins, or of guards that judge what they did. */
  ownersDone = false;
  /** What projects changed was taken back, and the owners' guards have judged all the rest. */
  withdrawn = false;
  /** The input that the guards to come were chosen for. */
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

  /** Whether the stage at hand may change what has been chosen so far. */
  get mayRewrite(): boolean {
    const { stage } = this;
    return stage !== undefined && !stage.guard && (stage.owner || this.ownersDone);
  }

  /** Whether guards of owners have had, or will have, a word. */
  get hasOwnersGuards(): boolean {
    return this.#stages.some(({ guard, owner }) => guard && owner);
  }

  next(): void {
    this.#index++;
    this.started = 0;
  }

  /** Whether no guard was chosen for this input yet. */
  isNew(input: JsonObject | undefined): boolean {
    return input !== this.#chosenFor && !sameJson(input, this.#chosenFor);
  }

  /** The guards of this selection, which is for this input, take the place of those to come. Returns the undecided. */
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

  /** The hooks whose turn has not come. All hooks of a parallel stage start together. */
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

/** Guards that are shown an agent's own payload know nothing of rewrites. */
export function seesOnlyTheOriginal({ guard, owner, hooks }: Stage): boolean {
  return guard && owner && hooks.some(({ nativeTo }) => nativeTo !== undefined);
}
