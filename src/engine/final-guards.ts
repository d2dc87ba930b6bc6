/**
 * Guards judge the final input, so after a rewrite they are chosen again, by that input: a rewriter must not be able
 * to turn a call into one that a guard would have stopped, had it been made that way.
 */
import type { AdmittedHook } from "../core/admission.js";
import type { HookEvent } from "../core/payload.js";
import type { Selection, Stage } from "../core/plan.js";

/** Which hooks match an event; a promise when a pattern needs time. */
export type Select = (event: HookEvent) => Selection | Promise<Selection>;

export interface FinalGuards {
  readonly stages: readonly Stage[];
  readonly undecided: readonly AdmittedHook[];
}

/** `settled`: hooks that have had their say in this fire already, or shall have none. */
export function guardsOf({ stages, undecided }: Selection, settled: ReadonlySet<AdmittedHook>): FinalGuards {
  return {
    stages: stages
      .filter(({ guard }) => guard)
      .map((stage) => ({ ...stage, hooks: stage.hooks.filter((hook) => !settled.has(hook)) }))
      .filter(({ hooks }) => hooks.length > 0),
    undecided: undecided.filter((hook) => hook.guard && !settled.has(hook)),
  };
}
