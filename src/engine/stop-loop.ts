/** Keeps a stop hook from running an agent forever: our own cap, because several agents have none (EX-17). */
import type { Decision } from "../core/decision.js";
import type { HookEvent } from "../core/payload.js";
import type { UpdateState } from "./safe-state.js";

export const DEFAULT_CONTINUE_CAP = 8;

export function isStop(event: HookEvent): boolean {
  return event.name === "Stop" || event.name === "SubagentStop";
}

/** The agent goes on because of an earlier answer; a hook that asked again would never let it stop (EX-16). */
export function isContinuing({ payload }: HookEvent): boolean {
  return payload["stop_hook_active"] === true || payload["stopHookActive"] === true;
}

function keyOf(event: HookEvent): string {
  return `continues/${event.payload.session_id ?? "no-session"}/${event.payload.agent_id ?? "main"}`;
}

/** Counts forced continues in a row. Past the cap the agent may stop, and the decision says why. */
export async function capContinues(
  update: UpdateState,
  event: HookEvent,
  decision: Decision,
  cap: number,
): Promise<Decision> {
  if (decision.forceContinue === undefined) {
    await update(keyOf(event), () => undefined);
    return decision;
  }
  // `stop_hook_active: false` says that this is the first stop since a person spoke.
  const fresh = event.payload["stop_hook_active"] === false;
  let count = 0;
  await update(keyOf(event), (old) => {
    count = fresh || typeof old !== "number" ? 1 : old + 1;
    return count > cap ? undefined : count; // the agent stops now, so the next row begins anew
  });
  if (count <= cap) return decision;
  const { forceContinue, ...rest } = decision;
  const note = {
    code: "CONTINUE_CAP",
    message: `The agent was made to go on ${cap} times in a row; it may stop now.`,
    hook: forceContinue.by.hook,
  };
  return { ...rest, notes: [...decision.notes, note] };
}

export async function forgetContinues(update: UpdateState, event: HookEvent): Promise<void> {
  await update(keyOf(event), () => undefined);
}
