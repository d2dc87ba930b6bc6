/** How calls and hooks fared, counted in parts of limited size, so that no part keeps the store busy for long. */

/** Calls of the same kind that took about as long, within one step of time. */
export interface CallCount {
  /** Number of the step, from `after`. */
  readonly step: number;
  readonly agent: string;
  /** Absent: no tool call, or only its end. */
  readonly tool?: string;
  /** Time to decide, rounded to two digits. */
  readonly ms: number;
  readonly count: number;
  /** The agent was sent a denial. */
  readonly denied: number;
  /** A hook asked. */
  readonly asked: number;
}

/** Runs of a hook that took about as long. */
export interface RunCount {
  readonly hook: string;
  readonly source: string;
  readonly ms: number;
  readonly count: number;
  readonly failures: number;
}

export interface FigurePart {
  readonly calls: readonly CallCount[];
  readonly runs: readonly RunCount[];
  /** Of the next part, with older events; absent on the last one. */
  readonly next?: string;
}

export interface FigureFilter {
  readonly after: number;
  readonly stepMs: number;
  readonly cursor?: string;
  /** Events of one part. */
  readonly limit: number;
}
