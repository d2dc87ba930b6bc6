/**
 * For agents whose subagents have session ids of their own, which nothing links to the session that started them: its
 * parent is the session of the same agent, in the same folder, that was active last.
 */

import type { HookEvent } from "../../core/events/payload.js";
import type { StatePort } from "../../core/ports.js";
import { asText } from "../../core/text/json.js";

export async function linkParent(agent: string, event: HookEvent, state: StatePort): Promise<HookEvent> {
  const { session_id, cwd, agent_id } = event.payload;
  if (session_id === undefined) return event;
  const parentKey = `parent-session:${agent}:${asText(session_id)}`;
  const activeKey = `active-session:${agent}:${asText(cwd ?? "")}`;
  const known = await state.read(parentKey);
  if (typeof known === "string") return withParent(event, known);
  if (event.name !== "SubagentStart") {
    if (agent_id === undefined) await state.update(activeKey, () => session_id);
    return event;
  }
  const active = await state.read(activeKey);
  if (typeof active !== "string" || active === session_id) return event;
  await state.update(parentKey, () => active);
  return withParent(event, active);
}

function withParent(event: HookEvent, parent_session_id: string): HookEvent {
  return { ...event, payload: { ...event.payload, parent_session_id } };
}
