/** What a model may find in a finished batch, and how the store hands out the work. */
import type { MemoryType } from "./memory.js";
import type { ActivityRow, BatchLabel, BatchRow, SessionRow } from "./records.js";

/** Work for a model. It is this process's for five minutes; after a kill another takes it. */
export type ObserverTask = BatchTask | SessionTask;

/** A finished batch: what does it teach? */
export interface BatchTask {
  readonly kind: "batch";
  readonly id: string;
  readonly batch: BatchRow;
  /** Its tool calls, oldest first. */
  readonly activities: readonly ActivityRow[];
}

/** A finished session: its title and summary. */
export interface SessionTask {
  readonly kind: "session";
  readonly id: string;
  readonly session: SessionRow;
  readonly batches: readonly BatchRow[];
}

/** Types that a model may use. */
export const OBSERVED_TYPES = [
  "gotcha",
  "decision",
  "bug_fix",
  "discovery",
  "trade_off",
] as const satisfies readonly MemoryType[];

export interface ModelObservation {
  readonly type: (typeof OBSERVED_TYPES)[number];
  readonly text: string;
  /** 1 to 10. */
  readonly importance: number;
  /** The file it is about, as the activities name it. */
  readonly file?: string;
  /** Ids of the activities it rests on: at least one. */
  readonly sources: readonly string[];
  /** It has marks of an injection. */
  readonly suspect?: true;
}

export type ObserverOutcome =
  | {
      readonly state: "done";
      readonly observations: readonly ModelObservation[];
      readonly label?: BatchLabel;
      /** Why others were dropped, counted. */
      readonly dropped: number;
      /** That the server reported; absent: the whole reservation stays spent. */
      readonly tokens?: number;
    }
  | {
      readonly state: "summarised";
      readonly title: string;
      readonly summary: string;
      /** It has marks of an injection. */
      readonly suspect?: true;
      readonly tokens?: number;
    }
  /** Not asked: the server or the budget says when to come back. No attempt is counted. */
  | { readonly state: "parked"; readonly until: number; readonly why: string }
  | { readonly state: "failed"; readonly why: string; readonly isFree: boolean };

export interface ObserverLimits {
  readonly tokensPerBatch: number;
  readonly tokensPerDay: number;
}

/** Hard: counted before a question is sent. */
export const OBSERVER_LIMITS: ObserverLimits = { tokensPerBatch: 4_000, tokensPerDay: 200_000 };

export interface ObserverCounts {
  readonly waiting: number;
  /** Batches. */
  readonly done: number;
  readonly summarised: number;
  readonly failed: number;
  /** Today, UTC. */
  readonly tokens: number;
}

export interface ObserverStore {
  /** Undefined if nothing waits, or if today's tokens are used up. */
  takeObservation(now: number, limits: ObserverLimits): Promise<ObserverTask | undefined>;
  /** Returns the number of new or confirmed memories. */
  settleObservation(id: string, now: number, outcome: ObserverOutcome): Promise<number>;
  observerCounts(now: number): Promise<ObserverCounts>;
}
