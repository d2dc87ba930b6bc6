/** What the engine remembers between events of a session: once-per-session marks and forced continues. */
import type { Decision, Provenance } from "../core/decision/decision.js";
import type { HookEvent } from "../core/events/payload.js";
import { type AdmittedHook, mayAllow } from "../core/hooks/admission.js";
import type { Clock, StatePort } from "../core/ports.js";
import { asText, isRecord } from "../core/text/json.js";

export type UpdateState = StatePort["update"];

/** Longer than a file lock is waited for, shorter than any agent waits for us. */
const LIMIT_MS = 2000;

/** A store that rejects or does not answer must not hold up an event: its value then counts as unknown. */
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
 * Once-per-session hooks: those that have already run in this session. Marks the others as run; the first process to mark
 * one wins. A project's hook marks nothing of an owner's, whatever its id.
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

/** Our own cap on forced continues, because several agents have none (EX-17). */
export const DEFAULT_CONTINUE_CAP = 8;

export function isStop(event: HookEvent): boolean {
  return event.name === "Stop" || event.name === "SubagentStop";
}

/** The agent goes on because of an earlier answer; a hook that asked again would never let it stop (EX-16). */
export function isContinuing({ payload }: HookEvent): boolean {
  return payload["stop_hook_active"] === true || payload["stopHookActive"] === true;
}

/** Forced continues in a row, how many in a row owners wanted, and what the agent was told at the last one. */
interface Row {
  readonly count: number;
  readonly owners: number;
  readonly told: string;
  /** The last one was wanted by a project or plugin alone. */
  readonly byProject: boolean;
}

function isRow(value: unknown): value is Row {
  return isRecord(value) && typeof value["count"] === "number" && typeof value["owners"] === "number";
}

function keyOf(event: HookEvent): string {
  const { session_id = "no-session", agent_id = "main" } = event.payload;
  return `continues/${asText(session_id)}/${asText(agent_id)}`; // an agent may send anything
}

/** Whether the agent goes on because of a project alone: then owners have not had their say about this stop. */
export async function continuedByProject(update: UpdateState, event: HookEvent): Promise<boolean> {
  let last: unknown;
  await update(keyOf(event), (old) => {
    last = old;
    return old;
  });
  return isRow(last) && last.byProject;
}

/**
 * Counts forced continues in a row. Past the cap the agent may stop, and the decision says why. What projects want
 * uses up nothing of the owners' count, or a project could end a stop hook of theirs by wanting the same first.
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
  // `stop_hook_active: false` says that this is the first stop since a person spoke.
  const fresh = event.payload["stop_hook_active"] === false;
  const told = forceContinue.value.reason;
  const byProject = !isOwners(forceContinue.by, decision);
  let used = 0;
  await update(keyOf(event), (old) => {
    const row = fresh || !isRow(old) ? { count: 0, owners: 0 } : old;
    const [count, owners] = [row.count + 1, byProject ? 0 : row.owners + 1];
    used = byProject ? count : owners;
    if (used > cap) return undefined; // the agent stops now, so the next row begins anew
    return { count, owners, told, byProject } satisfies Row;
  });
  if (used <= cap) return decision;
  const note = {
    code: "CONTINUE_CAP",
    message: `The agent was made to go on ${cap} times in a row; it may stop now.`,
    hook: forceContinue.by.hook,
  };
  return { ...rest, notes: [...decision.notes, note] };
}

function isOwners({ hook, source }: Provenance, { hooks }: Decision): boolean {
  return hooks.some((run) => run.id === hook && run.source === source && mayAllow(run.level));
}

/** Some agents put the reason to themselves as a prompt. That is not a person who spoke, and the row goes on. */
export async function forgetContinues(update: UpdateState, event: HookEvent): Promise<void> {
  await update(keyOf(event), (old) => (isRow(old) && old.told === event.payload["prompt"] ? old : undefined));
}
