/** Figures of the last days: decisions over time, times per hook, agent and tool, and how questions were answered. */
import type { FigurePart } from "../../core/records/figures.js";
import type { AskRow } from "../../core/records/records.js";
import type { AskStore, EventStore } from "../../core/records/store.js";

const DAY_MS = 24 * 3_600_000;
/** Events of one part: others wait for the store meanwhile. */
const PART = 4_000;
const MOST_EVENTS = 200_000;
const MOST_ASKS = 10_000;
const MOST_ROWS = 100;

/** Runs by their time. */
class Times {
  readonly #counts = new Map<number, number>();
  count = 0;

  add(ms: number, count = 1): void {
    this.#counts.set(ms, (this.#counts.get(ms) ?? 0) + count);
    this.count += count;
  }

  /** The smallest time that so many percent did not exceed. */
  percentiles(): { readonly p50: number; readonly p95: number; readonly p99: number } {
    const sorted = [...this.#counts].sort(([one], [other]) => one - other);
    const at = (percent: number) => {
      let left = Math.ceil((this.count * percent) / 100);
      for (const [ms, count] of sorted) {
        left -= count;
        if (left <= 0) return ms;
      }
      return 0;
    };
    return { p50: at(50), p95: at(95), p99: at(99) };
  }
}

class Tally {
  readonly times = new Times();
  denied = 0;
  asked = 0;
  failures = 0;
}

type Store = Pick<EventStore, "figures"> & Pick<AskStore, "asks">;
export type Figures = Awaited<ReturnType<typeof readFigures>>;

export async function readFigures(store: Store, days: number, now: number) {
  const stepMs = days <= 7 ? DAY_MS / 4 : DAY_MS;
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const from = midnight - (days - 1) * DAY_MS;
  const steps = Math.floor((now - from) / stepMs) + 1;
  const overTime = Array.from({ length: steps }, () => new Tally());
  const byTool = new Map<string, Tally>();
  const byHook = new Map<string, Tally>();
  let cursor: string | undefined;
  let looked = 0;
  do {
    const part: FigurePart = await store.figures({ after: from - 1, stepMs, limit: PART, ...(cursor && { cursor }) });
    for (const { step, agent, tool, ms, count, denied, asked } of part.calls) {
      const tallies = [overTime[step], tool === undefined ? undefined : tallyOf(byTool, [agent, tool])];
      for (const tally of tallies) {
        if (tally === undefined) continue;
        tally.times.add(ms, count);
        tally.denied += denied;
        tally.asked += asked;
      }
    }
    for (const { hook, source, ms, count, failures } of part.runs) {
      const tally = tallyOf(byHook, [hook, source]);
      tally.times.add(ms, count);
      tally.failures += failures;
    }
    cursor = part.next;
    looked += PART;
  } while (cursor !== undefined && looked < MOST_EVENTS);
  const timeOf = (step: number) => from + step * stepMs;
  return {
    from,
    stepMs,
    isWhole: cursor === undefined,
    steps: overTime.map(({ times, denied, asked }, step) => ({
      at: timeOf(step),
      events: times.count,
      denied,
      asked,
      ...times.percentiles(),
    })),
    tools: rowsOf(byTool, ([agent = "", tool = ""], { times, denied, asked }) => ({
      agent,
      tool,
      calls: times.count,
      denied,
      asked,
      ...times.percentiles(),
    })),
    hooks: rowsOf(byHook, ([hook = "", source = ""], { times, failures }) => ({
      hook,
      source,
      runs: times.count,
      failures,
      ...times.percentiles(),
    })),
    questions: questionFigures(await asksSince(store, from), from, stepMs, steps),
  };
}

function tallyOf(tallies: Map<string, Tally>, names: readonly string[]): Tally {
  const key = JSON.stringify(names);
  const tally = tallies.get(key) ?? new Tally();
  tallies.set(key, tally);
  return tally;
}

/** The most frequent first. */
function rowsOf<Row>(tallies: ReadonlyMap<string, Tally>, row: (names: readonly string[], tally: Tally) => Row): Row[] {
  return [...tallies]
    .sort(([, one], [, other]) => other.times.count - one.times.count)
    .slice(0, MOST_ROWS)
    .map(([key, tally]) => row(JSON.parse(key) as string[], tally));
}

async function asksSince(store: Pick<AskStore, "asks">, from: number): Promise<readonly AskRow[]> {
  const found: AskRow[] = [];
  let cursor: string | undefined;
  do {
    const page = await store.asks({ limit: 1_000, ...(cursor && { cursor }) });
    found.push(...page.rows.filter(({ askedAt }) => askedAt >= from));
    cursor = (page.rows.at(-1)?.askedAt ?? 0) >= from ? page.next : undefined;
  } while (cursor !== undefined && found.length < MOST_ASKS);
  return found;
}

function questionFigures(asks: readonly AskRow[], from: number, stepMs: number, steps: number) {
  const overTime = Array.from({ length: steps }, () => ({ asked: 0, answered: 0 }));
  const all = new Times();
  const byChannel = new Map<string, Times>();
  for (const { askedAt, answeredAt, by } of asks) {
    const step = overTime[Math.floor((askedAt - from) / stepMs)];
    if (step === undefined) continue; // the clock was set back
    step.asked++;
    if (answeredAt === undefined) continue;
    step.answered++;
    const ms = Math.max(0, answeredAt - askedAt);
    all.add(ms);
    const channel = by?.channel ?? "unknown";
    const times = byChannel.get(channel) ?? new Times();
    byChannel.set(channel, times);
    times.add(ms);
  }
  return {
    asked: overTime.reduce((sum, { asked }) => sum + asked, 0),
    answered: all.count,
    ...all.percentiles(),
    steps: overTime.map((one, step) => ({ at: from + step * stepMs, ...one })),
    channels: [...byChannel].map(([channel, times]) => ({ channel, answered: times.count, ...times.percentiles() })),
  };
}
