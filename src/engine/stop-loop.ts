/** Keeps a stop hook from running an agent forever: our own cap, because several agents have none (EX-17). */
import type { Decision } from "../core/decision.js";
import { isRecord } from "../core/json.js";
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

/** Forced continues in a row, and what the agent was told at the last one. */
interface Row {
  readonly count: number;
  readonly told: string;
}

function isRow(value: unknown): value is Row {
  return isRecord(value) && typeof value["count"] === "number";
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
  const told = decision.forceContinue.value.reason;
  let count = 0;
  await update(keyOf(event), (old) => {
    count = fresh || !isRow(old) ? 1 : old.count + 1;
    if (count > cap) return undefined; // the agent stops now, so the next row begins anew
    return { count, told } satisfies Row;
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

/** Some agents put the reason to themselves as a prompt. That is not a person who spoke, and the row goes on. */
export async function forgetContinues(update: UpdateState, event: HookEvent): Promise<void> {
  await update(keyOf(event), (old) => (isRow(old) && old.told === event.payload["prompt"] ? old : undefined));
}
