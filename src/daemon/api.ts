/** What the daemon offers to its transports: HTTP routes, intakes and views know these interfaces and nothing else. */
import type { ApprovalQueue } from "../approvals/queue.js";
import type { EventRecord } from "../core/records/records.js";
import type { AskStore, EventStore, Receipt, SessionViews } from "../core/records/store.js";
import type { JsonObject } from "../core/text/json.js";
import type { OpenAsk } from "./http/schemas/asks.js";
import type { Answered } from "./http/schemas/calls.js";
import type { DaemonStatus } from "./http/schemas/daemon.js";
import type { StreamLine } from "./http/schemas/stream.js";

export type { Answered, DaemonStatus, OpenAsk, StreamLine };

/** An event that somebody brings for an agent, in the agent's own words. */
export interface OutsideCall {
  readonly agent: string;
  /** The event as the agent calls it, or a canonical name. */
  readonly event: string;
  /** Undefined when it could not be read: guards then answer their failure contract. */
  readonly payload: JsonObject | undefined;
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly way: EventRecord["way"];
  /** Aborted when the caller has gone. */
  readonly signal?: AbortSignal;
  /** Somebody has seen to the record. */
  readonly recorded?: true;
}

/** The queue, for those who show and answer questions. */
export type AskDesk = Pick<ApprovalQueue, "open" | "pending" | "answer" | "revoke">;

/** Tags of the daemon's log (OB-01). */
export type LogTag =
  | "SESSION-START"
  | "PROMPT"
  | "TOOL"
  | "STOP"
  | "SESSION-END"
  | "INJECT:"
  | "Deduped"
  | "[DROP]"
  | "DAEMON"
  | "ERROR";

export interface DaemonServices {
  readonly store: EventStore & SessionViews & Pick<AskStore, "asks">;
  readonly asks: AskDesk;
  status(): DaemonStatus;
  /** Through the hooks, recorded, in the agent's words. Never rejects. */
  answer(call: OutsideCall): Promise<Answered>;
  /** The same for a call that nobody waits for; dropped, and said to be, when there are too many. */
  tell(call: OutsideCall): void;
  /** Durable when it resolves; no hook runs. Rejects when the disk refuses. */
  intake(records: readonly EventRecord[]): Promise<readonly Receipt[]>;
  /** The hooks that apply in a folder. */
  hooks(project: string): Promise<readonly JsonObject[]>;
  /** `canAnswer`: a person reads it and can answer questions. Calls are held for an answer only while there is such a reader. */
  watch(listener: (line: StreamLine) => void, options?: { readonly canAnswer?: boolean }): () => void;
  log(tag: LogTag, text: string): void;
  stop(why: string): void;
  /** Ends the hooks of every call in progress and rejects pending questions. Undefined: `stop-all` is not in effect. */
  halt(): { readonly rejected: number; readonly ended: number } | undefined;
}
