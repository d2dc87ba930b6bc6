/** Guards that fail now, by the plan and by their last runs: since when, and why. And payloads that none could read. Pure. */

import { failsClosed } from "../../core/decision/failure.js";
import { admit } from "../../core/hooks/admission.js";
import type { SourceEntry } from "../../core/hooks/hook.js";
import type { LoggedEvent, LoggedHook } from "../../runtime/record/read-hook-log.js";
import { dayAndTime } from "../output/times.js";

export interface FailingGuard {
  readonly hook: string;
  readonly source: string;
  /** A cause of the failure contract, or what is wrong with its entry or its files. */
  readonly why: string;
  /** Its entry or files are wrong. Otherwise its last runs failed. */
  readonly misconfigured: boolean;
  /** When the first call after its last success failed; absent if there was none. */
  readonly since?: number;
  /** How many calls have failed since then. */
  readonly calls: number;
}

interface Streak {
  cause: string;
  since: number;
  calls: number;
  /** A successful run was found: older ones do not count. */
  ended: boolean;
}

/** `log`: newest first. It is read no further than needed. */
export function failingGuards(entries: readonly SourceEntry[], log: Iterable<LoggedEvent>): FailingGuard[] {
  const guards = entries.filter((entry) => failsClosed(entry.hook) && "admitted" in admit(entry));
  const streaks = streaksOf(new Set(guards.map(keyOf)), log);
  return guards.flatMap((entry) => {
    const { hook, source } = entry;
    const streak = streaks.get(keyOf(entry));
    const failed = streak !== undefined && streak.calls > 0;
    if (hook.broken === undefined && !failed) return [];
    const why = hook.broken?.message ?? streak!.cause;
    const since = failed ? { since: streak.since } : {};
    return [
      {
        hook: hook.id,
        source: source.key,
        why,
        misconfigured: hook.broken !== undefined,
        ...since,
        calls: streak?.calls ?? 0,
      },
    ];
  });
}

/** One sentence for each: what is wrong, since when, and the effect. Not yet escaped for a terminal. */
export function failingText({ hook, why, misconfigured, since, calls }: FailingGuard): string {
  const what = misconfigured ? `is misconfigured: ${why}` : `fails: ${why}`;
  const when = since === undefined ? "" : ` (since ${dayAndTime(since)}, ${calls} call${calls === 1 ? "" : "s"})`;
  return `Guard "${hook}" ${what}${when}. It blocks until fixed.`;
}

/** Calls of one agent whose payload no hook could read: the hooks are not at fault. */
export interface UnreadablePayloads {
  readonly agent: string;
  readonly calls: number;
  readonly denied: number;
  readonly lastAt: number;
}

export const isBadPayload = ({ cause }: Pick<LoggedHook, "cause">) => cause === "bad-payload";

/** `log`: newest first. It is read as far as `from`. */
export function unreadablePayloads(log: Iterable<LoggedEvent>, from: number): UnreadablePayloads[] {
  const found = new Map<string, UnreadablePayloads>();
  for (const { at, agent, decision, sent = decision, hooks } of log) {
    const time = Date.parse(at);
    if (time < from) break;
    if (!hooks.some(isBadPayload)) continue;
    const { calls, denied, lastAt } = found.get(agent) ?? { calls: 0, denied: 0, lastAt: time };
    found.set(agent, { agent, calls: calls + 1, denied: denied + (sent === "deny" ? 1 : 0), lastAt });
  }
  return [...found.values()];
}

/** Not yet escaped for a terminal. */
export function unreadableText({ agent, calls, denied, lastAt }: UnreadablePayloads): string {
  const end = denied === 0 ? "" : denied < calls ? `; ${denied} denied` : ` and ${calls === 1 ? "was" : "were"} denied`;
  const whose = calls === 1 ? `1 call of ${agent}` : `${calls} calls of ${agent}`;
  return `${whose} had a payload that could not be read${end} (last: ${dayAndTime(lastAt)})`;
}

function streaksOf(wanted: ReadonlySet<string>, log: Iterable<LoggedEvent>): Map<string, Streak> {
  const streaks = new Map<string, Streak>();
  let open = wanted.size;
  if (open === 0) return streaks;
  for (const { at, hooks } of log) {
    for (const run of hooks) if (wanted.has(keyOfRun(run)) && extend(streaks, run, Date.parse(at))) open--;
    if (open === 0) break;
  }
  return streaks;
}

/** True when this run ends what is looked for. */
function extend(streaks: Map<string, Streak>, run: LoggedHook, at: number): boolean {
  if (run.outcome === "skipped" || run.outcome === "background") return false; // it did not run there
  if (isBadPayload(run)) return false; // the agent's fault
  const key = keyOfRun(run);
  const streak = streaks.get(key) ?? { cause: run.cause ?? "", since: at, calls: 0, ended: false };
  streaks.set(key, streak);
  if (streak.ended) return false;
  if (run.outcome !== "failed") {
    streak.ended = true;
    return true;
  }
  streak.since = at;
  streak.calls++;
  return false;
}

function keyOf({ hook, source }: SourceEntry): string {
  return JSON.stringify([hook.id, source.key]);
}

function keyOfRun({ id, source }: LoggedHook): string {
  return JSON.stringify([id, source]);
}
