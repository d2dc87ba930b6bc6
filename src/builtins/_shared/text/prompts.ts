/** Prompts for the agent in the form the event supports: to continue, as context, or as the answer to an emitter. */
import { forceContinue, type HookOutput } from "../../../core/decision/decision.js";
import type { BasePayload } from "../../../core/events/payload.js";

/** No agent is inserted. */
export const NOTHING_TO_DO: HookOutput = { output: { insertAgent: false } };

/** For a Cortex thread: the next agent and its prompt. */
export function insertAgent(targetAgent: string, prompt: string): HookOutput {
  return { output: { insertAgent: true, targetAgent, prompt } };
}

export function isThread(payload: BasePayload): boolean {
  return payload.hook_event_name.startsWith("cortex:thread.");
}

export function isSessionOfCortex(payload: BasePayload): boolean {
  return payload.hook_event_name.startsWith("cortex:session.");
}

/** The current agent, unless one is configured. */
export function agentFor(payload: BasePayload, named: unknown): string {
  const active = named ?? payload["activeAgent"] ?? payload["previousAgent"];
  return typeof active === "string" && active !== "" ? active : "main";
}

/** Do not prompt again an agent that continues because of a hook. */
export function goOn(payload: BasePayload, prompt: string): HookOutput | undefined {
  return payload["stop_hook_active"] === true ? undefined : forceContinue(prompt);
}
