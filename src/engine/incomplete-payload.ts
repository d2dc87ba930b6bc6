/** Events whose payload lacks a required field. */
import type { Decision } from "../core/decision/decision.js";
import { failsClosed } from "../core/decision/failure.js";
import { nativeEventName } from "../core/events/events.js";
import type { HookEvent } from "../core/events/payload.js";
import { type HookTable, isForAgent, type Selection, toSelection } from "../core/hooks/hook-table.js";

/**
 * A missing or misspelt field must not disable guards: all of the event count as undecided, so that they apply their
 * failure contract. Other hooks are selected as usual.
 */
export async function selectIncomplete(table: HookTable, event: HookEvent): Promise<Selection> {
  const { stages, background } = await table.select(event);
  const others = [...stages.flatMap(({ hooks }) => hooks), ...background].filter((hook) => !failsClosed(hook));
  const names = [event.name, event.native && nativeEventName(event.native.agent, event.native.event)];
  const guards = table.hooks.filter(
    (hook) => names.includes(hook.event) && isForAgent(hook, event) && failsClosed(hook),
  );
  return toSelection(others, guards);
}

export function noteIncomplete(decision: Decision, missing: string): Decision {
  const note = { code: "PAYLOAD_INCOMPLETE", message: `The payload lacks a valid \`${missing}\`.` };
  return { ...decision, notes: [note, ...decision.notes] };
}
