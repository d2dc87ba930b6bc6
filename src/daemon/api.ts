/** The daemon's interfaces for its transports: HTTP routes, intakes and views use only these. */

import type { ApprovalQueue } from "../approvals/queue.js";
import type { MemoryStore } from "../core/records/memory-store.js";
import type { EventRecord } from "../core/records/records.js";
import type { AskStore, EventStore, Receipt, SessionViews } from "../core/records/store.js";
import type { JsonObject } from "../core/text/json.js";
import type { AskedAbout } from "../runtime/call/asked-about.js";
import type { OutsideAsks } from "./calls/outside-asks.js";
import type { Redeemed, TicketBody } from "./channels/contract.js";
import type { OpenAsk } from "./http/schemas/asks.js";
import type { Answered } from "./http/schemas/calls.js";
import type { DaemonStatus } from "./http/schemas/daemon.js";
import type { TrustReview } from "./http/schemas/page-types.js";
import type { StreamLine } from "./http/schemas/stream.js";
import type { LocalPage } from "./local-page/local-page.js";
import type { LogFilter, LogPage } from "./records/log-lines.js";
import type { WhatIsOff } from "./records/what-is-off.js";
import type { ThreadService } from "./threads/thread-service.js";

export type { Answered, DaemonStatus, OpenAsk, StreamLine };

/** An event delivered on behalf of an agent, in the agent's own format. */
export interface OutsideCall {
  readonly agent: string;
  /** The agent's event name, or a canonical name. */
  readonly event: string;
  /** Undefined if it could not be read: guards then apply their failure contract. */
  readonly payload: JsonObject | undefined;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly way: EventRecord["way"];
  /** Aborted when the caller disconnects. */
  readonly signal?: AbortSignal;
  /** The record was already handled. */
  readonly recorded?: true;
}

/** The queue, for views that show and answer questions. */
export type AskDesk = Pick<ApprovalQueue, "open" | "pending" | "answer" | "revoke">;

/** Tags of the daemon's log (OB-01). */
export type LogTag =
  | "SESSION-START"
  | "PROMPT"
  | "TOOL"
  | "STOP"
  | "SESSION-END"
  | "INJECT:"
  | `[INJECT:${string}]`
  | "Deduped"
  | "[DROP]"
  | "DAEMON"
  | "ERROR";

export interface DaemonServices {
  readonly store: EventStore &
    SessionViews &
    Pick<AskStore, "asks"> &
    Pick<MemoryStore, "memories" | "memory" | "shownIn" | "recall">;
  readonly asks: AskDesk;
  /** Channels that reach the user elsewhere. */
  readonly channels: {
    /** Why the test message could not be sent; undefined if it was. */
    test(name: string): Promise<string | undefined>;
    /** `limit`: too many were invalid in the last minute. */
    redeem(ticket: string, more: TicketBody): Promise<Redeemed | { readonly outcome: "limit" }>;
  };
  /** For those who may only ask. */
  readonly outsideAsks: Pick<OutsideAsks, "ask" | "askAndWait" | "answer" | "cancel">;
  /** What a tool call asks the user beyond permission: questions, or a plan with the file it is in. */
  askedAbout(tool: string, input: JsonObject, session?: string): AskedAbout | undefined;
  status(): DaemonStatus;
  /** Runs the hooks, records, and answers in the agent's format. Never rejects. */
  answer(call: OutsideCall): Promise<Answered>;
  /** The same for a call without a waiting caller; dropped and logged if there are too many. */
  tell(call: OutsideCall): void;
  /** Durable when it resolves; no hook runs. Rejects on a disk error. */
  intake(records: readonly EventRecord[]): Promise<readonly Receipt[]>;
  /** What waits for approval in a project, with the files that would be covered. */
  trustReview(project: string): Promise<TrustReview>;
  /** The hooks that apply in a directory. */
  hooks(project: string): Promise<readonly JsonObject[]>;
  /**
   * `canAnswer`: a user reads it and can answer questions. Calls are held for an answer only while there is such a
   * reader.
   */
  watch(
    listener: (line: StreamLine) => void,
    options?: {
      readonly canAnswer?: boolean;
      /** Also events that programs without the daemon left, when they are stored. */
      readonly withLate?: boolean;
      /** No lines about single hooks. */
      readonly withoutHooks?: boolean;
    },
  ): () => void;
  /** Loaded on first use: few users have threads. */
  threads(): Promise<Pick<ThreadService, "start" | "list" | "find">>;
  readonly page: LocalPage;
  /** The user's home directory. */
  readonly home: string;
  /** The newest lines of a log. Never rejects. */
  logLines(filter: LogFilter): Promise<LogPage>;
  /** What the user has stopped, paused or disabled. */
  off(): WhatIsOff;
  /** The user has turned memory on. */
  memoryIsOn(): boolean;
  log(tag: LogTag, text: string): void;
  /** `snaphook private` or `snaphook forget` has removed records from the store. */
  recordsRemoved(): void;
  /** `snaphook away` or `snaphook back` has changed the file. */
  awayChanged(): Promise<{ readonly awayUntil?: number; readonly released: number }>;
  stop(why: string): void;
  /** Ends the hooks of every call in progress and rejects pending questions. Undefined: `stop-all` is not in effect. */
  halt(): { readonly rejected: number; readonly ended: number } | undefined;
}
