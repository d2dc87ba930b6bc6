/** Things that are so or not after a run. */
import type { World } from "./world.js";

export interface Fact {
  readonly what: string;
  holds(world: World): boolean;
}

export const TOOL_MARK = "tool-ran";
export const REWRITTEN_MARK = "rewritten-tool-ran";
export const HOOK_MARK = "hook-ran";

const exists = (file: string, what: string): Fact => ({ what, holds: ({ files }) => files.includes(file) });

export const toolRan = exists(TOOL_MARK, "the tool ran");
export const rewrittenRan = exists(REWRITTEN_MARK, "the rewritten command ran");
export const hookRan = exists(HOOK_MARK, "the hook ran");

export const not = ({ what, holds }: Fact): Fact => ({ what: `not: ${what}`, holds: (world) => !holds(world) });

/** Request 1 holds what was said before any tool, request 2 what came of the first one. */
export const modelSees = (text: string, turn: number): Fact => ({
  what: `the model sees "${text}" in request ${turn}`,
  holds: ({ turns }) => turns[turn - 1]?.body.includes(text) === true,
});

export const turnsAre = (count: number): Fact => ({
  what: `the model is asked ${count} times`,
  holds: ({ turns }) => turns.length === count,
});

export const endsByItself: Fact = { what: "the agent ends by itself", holds: ({ timedOut }) => !timedOut };
