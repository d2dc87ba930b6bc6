/**
 * The event store. One port for every engine; each must pass `testing/store-contract`. Not on the path to an agent's
 * answer, except for hooks with `audit: "required"`.
 */
import type { FigureFilter, FigurePart } from "./figures.js";
import type { MemoryStore } from "./memory-store.js";
import type { ActivityRow, AskRow, AskState, BatchRow, Change, EventRecord, Evidence, SessionRow } from "./records.js";
import type { ToolCallRow } from "./unguarded-calls.js";

/** Result for one record. Returned only once it would survive a power failure. */
export interface Receipt {
  readonly id: string;
  /**
   * `known`: this id is already stored. `duplicate`: another delivery of the same occurrence is. `private`: the session
   * is not recorded.
   */
  readonly outcome: "stored" | "known" | "duplicate" | "private";
}

/** Rows of one session that capture needs. The engine loads them, consistent with all changes of earlier events. */
export interface CaptureNeeds {
  readonly session: string;
  /**
   * `current`: the newest active batch and the last one. `previous`: also the one before the active batch, or before
   * the last if none is active. `plans`: `current` and every batch with a plan file. `all`: every batch.
   */
  readonly batches: "current" | "previous" | "plans" | "all";
  /** All activities of the session. */
  readonly activities?: boolean;
  /** The most recent sessions of this agent in this directory. */
  readonly siblings?: { readonly agent: string; readonly project: string; readonly limit: number };
}

export interface CaptureRows {
  readonly session?: SessionRow;
  /** Keyed by their number. */
  readonly batches: readonly BatchRow[];
  /** Keyed by their time. */
  readonly activities: readonly ActivityRow[];
  /** Most recent first. */
  readonly siblings: readonly SessionRow[];
}

/**
 * Changes by one event, in two pure steps with the engine's load in between. Called once per event, in order.
 * `duplicate`: another delivery of a Stop, which may bring the response late.
 */
export interface Capture {
  /** Undefined if the event changes nothing. */
  needs(record: EventRecord, duplicate: boolean): CaptureNeeds | undefined;
  changes(record: EventRecord, rows: CaptureRows, duplicate: boolean): readonly Change[];
}

/** Closes what an agent left open, in the same two steps, one session at a time. */
export interface Recover {
  needs(now: number): RecoverNeeds;
  /** `rows` contains all batches and activities of the session. */
  changes(now: number, rows: CaptureRows): readonly Change[];
}

/** A session is selected if one of these applies. */
export interface RecoverNeeds {
  /** It is active and was last used before this time. */
  readonly sessionsBefore: number;
  /** An active batch that was last used before this time. */
  readonly batchesBefore: number;
  /** An activity without a batch from before this time. */
  readonly orphansBefore: number;
}

export interface PageFilter {
  readonly limit?: number;
  /** `next` of the previous page. Rejects with InvalidCursor if it is not. */
  readonly cursor?: string;
  /** Rows older than this time, in milliseconds since 1970. Not for paging: rows may share a millisecond. */
  readonly before?: number;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** Absent on the last page. */
  readonly next?: string;
}

export interface EventFilter extends PageFilter {
  readonly session?: string;
  readonly agent?: string;
  readonly event?: string;
  /** One, or any of several. */
  readonly verdict?: string | readonly string[];
  readonly tool?: string;
  /** Texts in the payload, by name. Without an index: the other conditions have to leave few events. */
  readonly payload?: Readonly<Record<string, string | undefined>>;
  /** Suffix of the id. */
  readonly idEnd?: string;
  /** Prefix of the last 8 characters of the id, which users see. */
  readonly shortIdStart?: string;
  readonly after?: number;
  /** Default: newest first. */
  readonly oldestFirst?: boolean;
  /** Exactly this one. */
  readonly id?: string;
  /**
   * Stored after the event with this id, in the order in which they were stored. No page has a cursor: the next one is after
   * the last of this one. Empty if the event is unknown.
   */
  readonly storedAfter?: string;
}

export interface SessionFilter extends PageFilter {
  readonly agent?: string;
  readonly project?: string;
  readonly status?: "active" | "completed";
  /** Id of a session that is left out. */
  readonly without?: string;
}

export interface SessionDetail {
  readonly session: SessionRow;
  readonly batches: readonly BatchRow[];
  readonly activities: readonly ActivityRow[];
  /** Events with a verdict, a failed hook, or a would-be verdict; oldest first. */
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
  /** Calls that the agent was sent a denial for, because of this hook: denied, or asked and no person allowed it. */
  readonly stopped: number;
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

export interface RetainLimits {
  /** Removes events from before this time… */
  readonly olderThan: number;
  /** …and the oldest ones while the store is larger than this. */
  readonly maxBytes: number;
  /** Removes evidence from before this time and keeps its event (default: keep). */
  readonly evidenceOlderThan?: number;
  /** For events with their own retention. */
  readonly now?: number;
}

export interface EventStore {
  /**
   * Atomic and durable when it resolves; in order. Rejects on a disk error: then nothing of it is stored. Derived rows
   * may follow later, but are visible to every call after this has resolved.
   */
  append(records: readonly EventRecord[]): Promise<readonly Receipt[]>;
  events(filter: EventFilter): Promise<Page<EventRecord>>;
  /** Deliveries of tool calls, oldest first; of one session, or of all. */
  toolCalls(filter: { readonly after: number; readonly session?: string }): Promise<readonly ToolCallRow[]>;
  /** The complete input of an event's tool call; undefined if it was not kept or has been removed. */
  evidence(id: string): Promise<Evidence | undefined>;
  stats(after: number): Promise<readonly HookStats[]>;
  /** Newest events first. Rejects with InvalidCursor. */
  figures(filter: FigureFilter): Promise<FigurePart>;
}

/** Data that capture derived from the events. */
export interface SessionViews {
  sessions(filter: SessionFilter): Promise<Page<SessionRow>>;
  session(id: string): Promise<SessionDetail | undefined>;
  search(words: string, limit: number): Promise<readonly SearchHit[]>;
}

export interface AskFilter extends PageFilter {
  readonly id?: string;
  /** Not in a final state. */
  readonly open?: boolean;
}

/** Durable when a promise resolves. */
export interface AskStore {
  /** False if there is a question with this id already; it stays as it is. */
  addAsk(row: AskRow): Promise<boolean>;
  /** Compare and set: false, and nothing is written, unless the stored question is in the state `from`. */
  changeAsk(row: AskRow, from: AskState): Promise<boolean>;
  asks(filter: AskFilter): Promise<Page<AskRow>>;
}

export interface StoreMaintenance {
  /** Closes sessions and batches that their agent did not close. Returns the number of changed rows. */
  recover(now: number): Promise<number>;
  /** Removes part of what exceeds the limits and returns the number of removed rows; call again until it returns 0. */
  retain(limits: RetainLimits): Promise<number>;
  /** Removes everything about a session and records nothing more of it. */
  makePrivate(session: string): Promise<number>;
  rebuildSearch(): Promise<number>;
  size(): Promise<StoreSize>;
  close(): Promise<void>;
}

/** What an engine implements. Callers take only the part they need. */
export type StorePort = EventStore & SessionViews & AskStore & MemoryStore & StoreMaintenance;
