/** How each hook did, by the log: how often it ran, how long it took, how it failed. Pure. */
import type { LoggedEvent } from "../../runtime/record/read-hook-log.js";

export interface HookStats {
  readonly hook: string;
  readonly source: string;
  readonly runs: number;
  readonly p50: number;
  readonly p95: number;
  readonly slowest: number;
  /** Failures other than timeouts. */
  readonly failures: number;
  readonly timeouts: number;
  /** Calls that the agent was sent a denial for, because of this hook. */
  readonly stopped: number;
  /** In observe mode: how often it would have denied or asked. */
  readonly wouldStop: number;
  /** Runs in the background. */
  readonly background: boolean;
  readonly remark?: string;
}

/** The guidance of the agents' makers is to stay well below a second; people feel less than that. */
const SLOW_MS = 500;
/** Too few to call anything usual. */
const FEW = 5;

interface Gathered {
  readonly hook: string;
  readonly source: string;
  readonly times: number[];
  failures: number;
  timeouts: number;
  stopped: number;
  wouldStop: number;
  background: boolean;
}

/** Slowest first. */
export function hookStats(events: Iterable<LoggedEvent>): HookStats[] {
  const all = new Map<string, Gathered>();
  for (const { hooks, presence, decision, sent = decision } of events)
    for (const { id, source, outcome, ms, cause, would, answered = outcome } of hooks) {
      if (outcome === "skipped" || outcome === "background") continue; // it did not run there
      const key = JSON.stringify([id, source]);
      const one = all.get(key) ?? { ...NOTHING, hook: id, source, times: [] };
      all.set(key, one);
      one.times.push(ms);
      one.background = presence === "background";
      if (sent === "deny" && answered === decision) one.stopped++;
      if (would === "deny" || would === "ask") one.wouldStop++;
      if (outcome !== "failed") continue;
      if (cause === "timeout" || cause === "deadline") one.timeouts++;
      else one.failures++;
    }
  return [...all.values()].map(summary).sort((a, b) => b.p95 - a.p95 || b.runs - a.runs);
}

const NOTHING = { failures: 0, timeouts: 0, stopped: 0, wouldStop: 0, background: false };

function summary({ times, ...counts }: Gathered): HookStats {
  const sorted = times.toSorted((a, b) => a - b);
  const stats = {
    ...counts,
    runs: sorted.length,
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    slowest: sorted.at(-1)!,
  };
  const remark = remarkOn(stats);
  return remark === undefined ? stats : { ...stats, remark };
}

/** The smallest value that at least this share of all does not exceed. */
function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]!;
}

function remarkOn({
  source,
  runs,
  p95,
  failures,
  timeouts,
  background,
}: Omit<HookStats, "remark">): string | undefined {
  if (timeouts > 0) return "runs out of time: make it faster, narrow its matcher, or raise `timeoutMs`";
  if (failures * 2 >= runs && runs >= FEW) return "fails more often than not: `snaphook doctor` says why";
  if (p95 < SLOW_MS || background || source === "builtin") return undefined;
  return "slow: narrow its matcher, write it as a function hook, or set `background: true` if it is not a guard";
}
