/**
 * The user's budget for models. A call is counted before it is sent, with the most that it can use, and corrected
 * afterwards. The counts are in state that all processes share and that survives a restart. If they cannot be written,
 * no model is asked.
 */
import type { Failure } from "../core/decision/failure.js";
import type { ModelUsage } from "../core/models/model-port.js";
import type { StatePort } from "../core/ports.js";
import { isRecord } from "../core/text/json.js";
import type { ModelBudget } from "./settings.js";

/** Counts of one day and its current hour, both in UTC. */
export interface Spent {
  /** `2026-11-18`. */
  readonly day: string;
  /** `2026-11-18T15`. */
  readonly hour: string;
  readonly callsInHour: number;
  readonly calls: number;
  readonly tokens: number;
  readonly usd: number;
  /** Calls by a project's own hooks: keyed hash of its root → calls. */
  readonly projects: Readonly<Record<string, number>>;
  readonly models: Readonly<Record<string, ModelSpent>>;
}

export interface ModelSpent {
  readonly calls: number;
  readonly tokens: number;
  readonly usd: number;
}

const KEY = "model-budget";

export interface Reservation {
  readonly model: string;
  /** The most that the call can use. */
  readonly tokens: number;
  readonly usd: number;
  /** Keyed hash of the project whose own hook asks. */
  readonly project?: string | undefined;
}

export class BudgetKeeper {
  readonly #state: StatePort;
  readonly #limits: ModelBudget;
  readonly #now: () => number;

  constructor(state: StatePort, limits: ModelBudget, now: () => number) {
    this.#state = state;
    this.#limits = limits;
    this.#now = now;
  }

  async spent(): Promise<Spent> {
    return current(await this.#state.read(KEY), this.#now());
  }

  /** Undefined if the call may be made; then it is counted. */
  async reserve(wanted: Reservation): Promise<Failure | undefined> {
    let refusal: string | undefined;
    let counted: Spent | undefined;
    await this.#state.update(KEY, (old) => {
      const spent = current(old, this.#now());
      refusal = refusalOf(spent, this.#limits, wanted);
      counted = refusal === undefined ? added(spent, wanted, 1) : undefined;
      return counted ?? old;
    });
    if (refusal !== undefined) return { cause: "model-budget", message: refusal };
    const kept = current(await this.#state.read(KEY), this.#now());
    if (counted === undefined || (kept.day === counted.day && kept.calls < counted.calls))
      return { cause: "model-budget", message: "the use of the model cannot be counted: its state cannot be written" };
    return undefined;
  }

  /** Replaces a reservation with what the call used. A call always counts. */
  async settle({ tokens, ...reserved }: Reservation, used: Required<ModelUsage> | "nothing"): Promise<void> {
    const actual = used === "nothing" ? 0 : used.inputTokens + used.outputTokens;
    const usd = (used === "nothing" ? 0 : (used.usd ?? 0)) - reserved.usd;
    const change = { ...reserved, tokens: actual - tokens, usd };
    const day = dayOf(this.#now());
    await this.#state.update(KEY, (old) => {
      const spent = current(old, this.#now());
      // A call that crossed midnight stays with its day.
      return isRecord(old) && old["day"] === day ? added(spent, change, 0) : old;
    });
  }
}

function refusalOf(spent: Spent, limits: ModelBudget, wanted: Reservation): string | undefined {
  const over = (name: keyof ModelBudget, what: string) =>
    `the budget is used up: ${what} (\`${name}\`: ${limits[name]})`;
  if (spent.callsInHour + 1 > limits.callsPerHour) return over("callsPerHour", `${spent.callsInHour} calls this hour`);
  if (spent.calls + 1 > limits.callsPerDay) return over("callsPerDay", `${spent.calls} calls today`);
  const ofProject = wanted.project === undefined ? 0 : (spent.projects[wanted.project] ?? 0);
  if (wanted.project !== undefined && ofProject + 1 > limits.projectCallsPerDay)
    return over("projectCallsPerDay", `${ofProject} calls by hooks of this project today`);
  if (spent.tokens + wanted.tokens > limits.tokensPerDay)
    return over("tokensPerDay", `${spent.tokens} tokens today, and this call may need ${wanted.tokens}`);
  if (spent.usd >= limits.usdPerDay || spent.usd + wanted.usd > limits.usdPerDay)
    return over("usdPerDay", `${spent.usd.toFixed(2)} US dollars today`);
  return undefined;
}

function added(spent: Spent, { model, tokens, usd, project }: Reservation, calls: 0 | 1): Spent {
  const one = spent.models[model] ?? { calls: 0, tokens: 0, usd: 0 };
  const plus = (count: number, more: number) => Math.max(0, count + more);
  return {
    ...spent,
    callsInHour: spent.callsInHour + calls,
    calls: spent.calls + calls,
    tokens: plus(spent.tokens, tokens),
    usd: plus(spent.usd, usd),
    projects:
      project === undefined || calls === 0
        ? spent.projects
        : { ...spent.projects, [project]: (spent.projects[project] ?? 0) + calls },
    models: {
      ...spent.models,
      [model]: { calls: one.calls + calls, tokens: plus(one.tokens, tokens), usd: plus(one.usd, usd) },
    },
  };
}

function current(stored: unknown, now: number): Spent {
  const day = dayOf(now);
  const hour = new Date(now).toISOString().slice(0, 13);
  const none = { calls: 0, tokens: 0, usd: 0, projects: {}, models: {} };
  if (!isRecord(stored) || stored["day"] !== day) return { day, hour, callsInHour: 0, ...none };
  const spent: Spent = { ...none, ...(stored as unknown as Pick<Spent, "day" | "hour" | "callsInHour">) };
  return spent.hour === hour ? spent : { ...spent, hour, callsInHour: 0 };
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
