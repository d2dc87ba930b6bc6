/** Which guards act, which only observe, and which are disabled: a built-in that was never added is none of them. */
import { admit } from "../../core/hooks/admission.js";
import type { SourceEntry } from "../../core/hooks/hook.js";
import type { Call } from "../command.js";
import { disabledClause, observesClause, wholeIds } from "../output/describe-hook.js";
import { paint, safe } from "../output/print.js";

export interface GuardModes {
  readonly enforcing: readonly string[];
  readonly observing: readonly string[];
  readonly disabled: readonly string[];
}

/** What is missing: for JSON. */
export type IdleGuards = Omit<GuardModes, "enforcing">;

/** Ids of guards that may run here, or could if they were enabled. */
export function guardModes(entries: readonly SourceEntry[]): GuardModes {
  const guards = entries.filter(({ hook }) => hook.guard);
  const running = guards.filter(mayRun);
  return {
    enforcing: idsOf(running.filter(({ hook }) => hook.mode === "enforce")),
    observing: idsOf(running.filter(({ hook }) => hook.mode === "observe")),
    disabled: idsOf(guards.filter((entry) => !entry.hook.enabled && mayRun(enabled(entry)))),
  };
}

export function idleGuards(entries: readonly SourceEntry[]): IdleGuards {
  const { observing, disabled } = guardModes(entries);
  return { observing, disabled };
}

export function showIdleGuards(call: Call, { observing, disabled }: IdleGuards): void {
  const line = (clause: string, command: string, ids: readonly string[]) =>
    call.out(paint("yellow", safe(`${clause}: \`snaphook ${command} ${wholeIds(ids).join(" ")}\`.`)));
  if (observing.length > 0) line(observesClause(observing), "enforce", observing);
  if (disabled.length > 0) line(disabledClause(disabled), "enable", disabled);
}

const mayRun = (entry: SourceEntry) => "admitted" in admit(entry);
const enabled = (entry: SourceEntry) => ({ ...entry, hook: { ...entry.hook, enabled: true } });
const idsOf = (entries: readonly SourceEntry[]) => [...new Set(entries.map(({ hook }) => hook.id))];
