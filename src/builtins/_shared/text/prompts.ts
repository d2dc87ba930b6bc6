/** Prompts for the agent, said in the way the event has: to go on, as context, or as the answer to an emitter. */
import { forceContinue, type HookOutput } from "../../../core/decision/decision.js";
import type { BasePayload } from "../../../core/events/payload.js";

/** Nobody is to be put to work. */
export const NOTHING_TO_DO: HookOutput = { output: { insertAgent: false } };

/** For a thread of Cortex: who is to go on, with what. */
export function insertAgent(targetAgent: string, prompt: string): HookOutput {
  return { output: { insertAgent: true, targetAgent, prompt } };
}

export function isThread(payload: BasePayload): boolean {
  return payload.hook_event_name.startsWith("cortex:thread.");
}

export function isSessionOfCortex(payload: BasePayload): boolean {
  return payload.hook_event_name.startsWith("cortex:session.");
}

/** The agent that was at work, unless one is named for it. */
export function agentFor(payload: BasePayload, named: unknown): string {
  const active = named ?? payload["activeAgent"] ?? payload["previousAgent"];
  return typeof active === "string" && active !== "" ? active : "main";
}

/** An agent that goes on because of a hook is not told again. */
export function goOn(payload: BasePayload, prompt: string): HookOutput | undefined {
  return payload["stop_hook_active"] === true ? undefined : forceContinue(prompt);
}
