/** What the daemon offers to its transports: HTTP routes, intakes and views know these interfaces and nothing else. */
import type { NativeAnswer } from "../adapters/contract.js";
import type { Decision } from "../core/decision/decision.js";
import type { AskRow, EventRecord } from "../core/records/records.js";
import type { EventStore, Receipt, SessionViews } from "../core/records/store.js";
import type { JsonObject } from "../core/text/json.js";

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

export interface Answered {
  readonly answer: NativeAnswer;
  readonly decision: Decision;
}

export interface DaemonStatus {
  readonly pid: number;
  readonly version: string;
  readonly startedAt: number;
  readonly upSeconds: number;
  /** DA-08. */
  readonly state: "active" | "idle" | "sleep" | "deep sleep";
  readonly port: number;
  readonly events: number;
  readonly openAsks: number;
  /** A view is open in which a person can answer questions. Otherwise they are denied at once. */
  readonly attended: boolean;
  readonly memoryMb: number;
  readonly store: { readonly ok: boolean; readonly file: string; readonly problem?: string; readonly waiting: number };
}

/** One line of the live stream. */
export type StreamLine =
  | { readonly kind: "event"; readonly record: EventRecord }
  /** OB-03: a hook begins, says something, has answered; the three have the same id. */
  | { readonly kind: "hook"; readonly agent: string; readonly session?: string; readonly hook: JsonObject }
  | { readonly kind: "asks"; readonly open: readonly OpenAsk[] };

/** An open question with all that a person needs to decide; the exact call stays in memory. */
export interface OpenAsk extends AskRow {
  /** The whole input, as it would run; when the daemon was started anew since, perhaps only a summary of it. */
  readonly input: string;
  readonly seenInPart?: boolean;
}

export interface AskDesk {
  open(): readonly OpenAsk[];
  /** Answers it once; says why when it cannot. `hash` is that of the call the person saw. */
  answer(
    id: string,
    hash: string,
    verdict: "allow" | "deny",
  ): "answered" | "unknown" | "other call" | "too late" | "unseen";
}

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
  readonly store: EventStore & SessionViews;
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
}
