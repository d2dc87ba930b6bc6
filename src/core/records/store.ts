/**
 * Where events are kept. One port for every engine; `testing/store-contract` is what each must pass.
 * Nothing here is on the way to an agent's answer, but for hooks that ask for it (`audit: "required"`).
 */
import type { ActivityRow, AskRow, BatchRow, Change, EventRecord, SessionRow } from "./records.js";
import type { ToolCallRow } from "./unguarded-calls.js";

/** What became of one record. Given only when it would survive a loss of power. */
export interface Receipt {
  readonly id: string;
  /**
   * `known`: this id was stored before. `duplicate`: another delivery of the same occurrence was. `private`: nothing of
   * this session is kept.
   */
  readonly outcome: "stored" | "known" | "duplicate" | "private";
}

/** What capture may look at while it decides; a consistent view of the rows within the transaction. */
export interface CaptureView {
  session(id: string): SessionRow | undefined;
  openBatch(session: string): BatchRow | undefined;
  lastBatch(session: string): BatchRow | undefined;
  batch(id: string): BatchRow | undefined;
  /** Sessions of this agent in this folder, the last used first. */
  sessionsIn(agent: string, project: string, limit: number): readonly SessionRow[];
  planBatch(session: string, planFile: string): BatchRow | undefined;
  activities(session: string): readonly ActivityRow[];
  /** For the recovery of what nobody closed. */
  staleBatches(before: number): readonly BatchRow[];
  staleSessions(before: number): readonly SessionRow[];
  orphans(): readonly ActivityRow[];
}

/** Pure: what one event changes, called in the order of the events, once for each. `duplicate`: it is another delivery of a Stop, which may bring the response late. */
export type Capture = (record: EventRecord, view: CaptureView, duplicate?: boolean) => readonly Change[];
/** Pure: what has to be closed by now. */
export type Recover = (now: number, view: CaptureView) => readonly Change[];

export interface Page {
  readonly limit?: number;
  /** Rows older than this time, in milliseconds since 1970. */
  readonly before?: number;
}

export interface EventFilter extends Page {
  readonly session?: string;
  readonly agent?: string;
  readonly event?: string;
  readonly verdict?: string;
  readonly tool?: string;
  /** How its id ends. */
  readonly idEnd?: string;
  readonly after?: number;
  /** Otherwise the newest come first. */
  readonly oldestFirst?: boolean;
}

export interface SessionFilter extends Page {
  readonly agent?: string;
  readonly project?: string;
  readonly status?: "active" | "completed";
}

export interface SessionDetail {
  readonly session: SessionRow;
  readonly batches: readonly BatchRow[];
  readonly activities: readonly ActivityRow[];
  /** Events with a verdict or a failed hook, oldest first. */
  readonly decisions: readonly EventRecord[];
}

export interface HookStats {
  readonly hook: string;
  readonly source: string;
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly failures: number;
  readonly timeouts: number;
  readonly denies: number;
}

export interface SearchHit {
  readonly kind: "prompt" | "response" | "activity";
  readonly session: string;
  readonly at: number;
  readonly text: string;
}

export interface StoreSize {
  readonly events: number;
  readonly sessions: number;
  readonly bytes: number;
  readonly oldest?: number;
}

export interface StorePort {
  /**
   * Atomic and durable when it resolves; in order. Rejects when the disk refuses: nothing of it is stored then.
   * What capture makes of the events may follow later, but is there for whoever asks after this has resolved.
   */
  append(records: readonly EventRecord[]): Promise<readonly Receipt[]>;
  events(filter: EventFilter): Promise<readonly EventRecord[]>;
  /** What was told of tool calls, oldest first; of one session, or of all. */
  toolCalls(filter: { readonly after: number; readonly session?: string }): Promise<readonly ToolCallRow[]>;
  sessions(filter: SessionFilter): Promise<readonly SessionRow[]>;
  session(id: string): Promise<SessionDetail | undefined>;
  stats(after: number): Promise<readonly HookStats[]>;
  search(words: string, limit: number): Promise<readonly SearchHit[]>;
  rebuildSearch(): Promise<number>;
  putAsk(row: AskRow): Promise<void>;
  asks(filter: { readonly open?: boolean } & Page): Promise<readonly AskRow[]>;
  /** Closes what nobody closed (CP-13). Returns how many rows changed. */
  recover(now: number): Promise<number>;
  /**
   * Removes some of what is too old or too much, and returns how many events went; to be asked again until none did.
   * `now`: for what says itself how long it is to be kept.
   */
  retain(limits: { readonly olderThan: number; readonly maxBytes: number; readonly now?: number }): Promise<number>;
  /** Removes all that is known of a session and records nothing more of it. */
  makePrivate(session: string): Promise<number>;
  size(): Promise<StoreSize>;
  close(): Promise<void>;
}
