/** Events that built-in hooks emitted while they handled another one: their hooks run after its answer was sent. */
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import { emittedEvent } from "../../core/events/emitted-event.js";
import type { HookEvent } from "../../core/events/payload.js";
import type { Plan } from "../../sources/compile/plan-file.js";
import { createCallEngine, type Emitted, engineOptions } from "./create-engine.js";
import type { Prepared } from "./types.js";

/** Time limit for all hooks of one such event, because a process must not stay forever. */
const DEADLINE_MS = 60_000;

export interface Fired {
  readonly event: HookEvent;
  readonly decision: Decision;
}

/**
 * Serially. Events emitted by their own hooks are dropped, so that an event cannot cause itself. Never rejects: if an
 * event cannot be fired, its record says so.
 */
export async function fireEmitted(emitted: readonly Emitted[], cause: HookEvent, prepared: Prepared): Promise<Fired[]> {
  const fired: Fired[] = [];
  for (const { name, payload } of emitted) {
    const event = emittedEvent(cause, name, payload);
    fired.push({ event, decision: await fire(event, prepared).catch(notFired) });
  }
  return fired;
}

/**
 * AX-06: no agent sends Arawn's SubagentCompleted. It follows a subagent's end, unless a hook made the subagent
 * continue.
 */
export function completedSubagent(
  { name, payload }: HookEvent,
  { forceContinue }: Decision,
  { entries }: Plan,
): readonly Emitted[] {
  if (name !== "SubagentStop" || forceContinue !== undefined) return [];
  if (!entries.some(({ hook }) => hook.event === "SubagentCompleted")) return [];
  const told = ["last_assistant_message", "duration_ms", "error", "is_error", "success"];
  const facts = told.filter((field) => payload[field] !== undefined).map((field) => [field, payload[field]]);
  return [{ name: "SubagentCompleted", payload: Object.fromEntries(facts) }];
}

async function fire(event: HookEvent, prepared: Prepared): Promise<Decision> {
  const callEngine = await createCallEngine({
    ...engineOptions(prepared),
    only: new Set([event.name]),
    deadlineMs: DEADLINE_MS,
  });
  const decision = await callEngine.engine.fire(event);
  void callEngine.close();
  return decision;
}

function notFired(error: unknown): Decision {
  const message = `Its hooks could not be run: ${error instanceof Error ? error.message : String(error)}.`;
  return { ...NO_DECISION, notes: [{ code: "EVENT_NOT_FIRED", message }] };
}
