/** Engine state between events of a session: once-per-session marks and forced continues. */
import type { Decision, Provenance } from "../core/decision/decision.js";
import type { HookEvent } from "../core/events/payload.js";
import { type AdmittedHook, mayAllow } from "../core/hooks/admission.js";
import type { Clock, StatePort } from "../core/ports.js";
import { asText, isRecord } from "../core/text/json.js";

export type UpdateState = StatePort["update"];

/** Longer than waiting for a file lock, shorter than any agent's timeout. */
const LIMIT_MS = 2000;

/** A store that rejects or does not answer must not block an event: its value then counts as unknown. */
export function safeUpdate(state: StatePort, clock: Clock): UpdateState {
  return async (key, change) => {
    let cancelTimer: (() => void) | undefined;
    const limit = new Promise<unknown>((_, fail) => {
      cancelTimer = clock.after(LIMIT_MS, () => fail(new Error("the state does not answer")));
    });
    try {
      return await Promise.race([state.update(key, change), limit]);
    } catch {
      return change(undefined);
    } finally {
      cancelTimer?.();
    }
  };
}

/**
 * Once-per-session hooks that have already run in this session. Marks the others as run; the first process to mark one
 * wins. A project's hook cannot mark an owner's, whatever its id.
 */
export async function takeOnce(
  update: UpdateState,
  event: HookEvent,
  hooks: readonly AdmittedHook[],
): Promise<Set<AdmittedHook>> {
  const used = new Set<AdmittedHook>();
  for (const hook of hooks) {
    let before: unknown;
    const whose = mayAllow(hook.source.level) ? "once" : "once-in-project";
    await update(`${whose}/${asText(event.payload.session_id ?? "no-session")}/${hook.id}`, (old) => {
      before = old;
      return true;
    });
    if (before === true) used.add(hook);
  }
  return used;
}

/** Our own limit on forced continues, because several agents have none (EX-17). */
export const DEFAULT_CONTINUE_CAP = 8;

export function isStop(event: HookEvent): boolean {
  return event.name === "Stop" || event.name === "SubagentStop";
}

/** The agent continues because of an earlier answer; a hook that asked again would never let it stop (EX-16). */
export function isContinuing({ payload }: HookEvent): boolean {
  return payload["stop_hook_active"] === true || payload["stopHookActive"] === true;
}

/** Consecutive forced continues, how many of them owners requested, and the last reason. */
interface Row {
  readonly count: number;
  readonly owners: number;
  readonly told: string;
  /** Only a project or plugin requested the last one. */
  readonly byProject: boolean;
}

function isRow(value: unknown): value is Row {
  return isRecord(value) && typeof value["count"] === "number" && typeof value["owners"] === "number";
}

function keyOf(event: HookEvent): string {
  const { session_id = "no-session", agent_id = "main" } = event.payload;
  return `continues/${asText(session_id)}/${asText(agent_id)}`; // an agent may send anything
}

/** True if the agent continues only because of a project: the owners have not answered this stop yet. */
export async function continuedByProject(update: UpdateState, event: HookEvent): Promise<boolean> {
  let last: unknown;
  await update(keyOf(event), (old) => {
    last = old;
    return old;
  });
  return isRow(last) && last.byProject;
}

/**
 * Counts consecutive forced continues. Beyond the limit the agent may stop, and the decision says why. Requests by
 * projects do not use up the owners' count; otherwise a project could disable an owner's stop hook.
 */
export async function capContinues(
  update: UpdateState,
  event: HookEvent,
  decision: Decision,
  cap: number,
): Promise<Decision> {
  const { forceContinue, ...rest } = decision;
  if (forceContinue === undefined) {
    await update(keyOf(event), () => undefined);
    return decision;
  }
  // `stop_hook_active: false`: the first stop since the user's prompt.
  const fresh = event.payload["stop_hook_active"] === false;
  const told = forceContinue.value.reason;
  const byProject = !isOwners(forceContinue.by, decision);
  let used = 0;
  await update(keyOf(event), (old) => {
    const row = fresh || !isRow(old) ? { count: 0, owners: 0 } : old;
    const [count, owners] = [row.count + 1, byProject ? 0 : row.owners + 1];
    used = byProject ? count : owners;
    if (used > cap) return undefined; // the agent stops now, so the count starts again
    return { count, owners, told, byProject } satisfies Row;
  });
  if (used <= cap) return decision;
  const note = {
    code: "CONTINUE_CAP",
    message: `The agent was made to continue ${cap} times in a row; it may stop now.`,
    hook: forceContinue.by.hook,
  };
  return { ...rest, notes: [...decision.notes, note] };
}

function isOwners({ hook, source }: Provenance, { hooks }: Decision): boolean {
  return hooks.some((run) => run.id === hook && run.source === source && mayAllow(run.level));
}

/** Some agents submit the reason as a prompt. That is not a user's prompt, so the count continues. */
export async function forgetContinues(update: UpdateState, event: HookEvent): Promise<void> {
  await update(keyOf(event), (old) => (isRow(old) && old.told === event.payload["prompt"] ? old : undefined));
}
