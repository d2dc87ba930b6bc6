/** How threads look to people. */
import type { Limits, Template } from "../../threads/template.js";
import type { Step, StopReason, Thread } from "../../threads/types.js";
import { amount, oneLine, paint } from "../output/print.js";

const STOPS: Readonly<Record<StopReason, string>> = {
  converged: "the agents are done",
  "no transition": "no further step follows",
  iterations: "the agents repeated their turns as often as the template allows, without an end",
  "step limit": "the limit of steps is reached",
  "cost limit": "the limit of costs is reached",
  "token limit": "the limit of tokens is reached",
  aborted: "an agent ended it",
};

/** The thread came to its own end, not to a limit. */
export function isDone({ status, stopReason }: Thread): boolean {
  return status === "completed" && (stopReason === "converged" || stopReason === "no transition");
}

export function resumeText(id: string): string {
  return `\`snaphook thread resume ${id}\` continues with the same sessions; no step is repeated.`;
}

export function slotText(slot: string, stage: string | null): string {
  return stage === null ? slot : `${slot}:${stage}`;
}

/** `3 turns, 1200 tokens, $0.0123`. */
export function stepCosts({ numTurns, tokens, costUsd, durationS }: Step): string {
  return [
    `${Math.round(durationS)}s`,
    ...(numTurns === null ? [] : [amount(numTurns, "turn")]),
    ...(tokens === null ? [] : [amount(tokens, "token")]),
    ...(costUsd === null ? [] : [dollars(costUsd)]),
  ].join(", ");
}

export function dollars(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

export function totals(thread: Thread): string {
  return [amount(thread.steps.length, "step"), ...spent(thread)].join(", ");
}

/** By all steps that are done: `1200 tokens`, `$0.0123`. */
export function spent({ totalTokens, totalCostUsd }: Thread): string[] {
  return [
    ...(totalTokens > 0 ? [amount(totalTokens, "token")] : []),
    ...(totalCostUsd > 0 ? [dollars(totalCostUsd)] : []),
  ];
}

export function statusText(status: string): string {
  const colour = status === "completed" ? "green" : status === "running" ? "blue" : "red";
  return paint(colour, status);
}

export function endText(thread: Thread): string {
  const { status, stopReason, error } = thread;
  const why = error === undefined ? (stopReason === undefined ? "" : STOPS[stopReason]) : oneLine(error);
  return `${statusText(status)}${why === "" ? "" : `: ${why}`} (${totals(thread)}).`;
}

/** `coder → reviewer`, in the order of the template. */
export function agentsText({ agents }: Template): string {
  return Object.keys(agents).join(", ");
}

export function limitText({ steps, costUsd }: Limits): string {
  return `at most ${amount(steps, "step")}${costUsd === undefined ? "" : ` and ${dollars(costUsd)}`}`;
}
