/** Which agent comes next, after a step. Pure. */
import { endpointText, stageFor, type Template, type Transition } from "./template.js";
import type { StopReason, Thread } from "./types.js";

export type Choice =
  | { readonly agent: string; readonly stage: string | null; readonly counts: Thread["iterationCounts"] }
  | { readonly stop: StopReason };

type Matches = (pattern: string, text: string) => boolean;

/** `output`: the artifact, and what the last step said. A limit stops only what would go on. */
export function choose(thread: Thread, template: Template, output: string, matches: Matches): Choice {
  const next = followRules(thread, template, output, matches);
  const limit = "stop" in next ? undefined : limitReached(thread, template);
  return limit === undefined ? next : { stop: limit };
}

function followRules(thread: Thread, template: Template, output: string, matches: Matches): Choice {
  for (const rule of template.transitions) {
    // Not the last step: that may be a hook's.
    if (rule.from.agent !== thread.activeAgent) continue;
    if (rule.from.stage !== undefined && rule.from.stage !== thread.activeStage) continue;
    const { condition } = rule;
    if (condition.type === "convergence") {
      const count = thread.iterationCounts[keyOf(rule)] ?? 0;
      if (condition.marker !== "" && output.includes(condition.marker)) return { stop: "converged" };
      if (count >= condition.maxIterations) return { stop: "iterations" };
      return { ...targetOf(rule, template), counts: { ...thread.iterationCounts, [keyOf(rule)]: count + 1 } };
    }
    if (condition.type !== "always" && matches(condition.pattern, output) !== (condition.type === "output_contains"))
      continue;
    return { ...targetOf(rule, template), counts: thread.iterationCounts };
  }
  return { stop: "no transition" };
}

function limitReached({ steps, totalCostUsd, totalTokens }: Thread, { limits }: Template): StopReason | undefined {
  if (steps.length >= limits.steps) return "step limit";
  if (limits.costUsd !== undefined && totalCostUsd >= limits.costUsd) return "cost limit";
  return totalTokens >= limits.tokens ? "token limit" : undefined;
}

function keyOf({ from, to }: Transition): string {
  return `${endpointText(from)}→${endpointText(to)}`;
}

function targetOf({ to }: Transition, { agents }: Template): { agent: string; stage: string | null } {
  return { agent: to.agent, stage: stageFor(agents[to.agent], to.stage) };
}
