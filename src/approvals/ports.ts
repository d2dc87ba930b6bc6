/** What the queue needs from the world. */
import type { Decision } from "../core/decision/decision.js";
import type { HookEvent, Presence } from "../core/events/payload.js";
import type { Clock } from "../core/ports.js";
import type { AskQuestion, AskRow } from "../core/records/records.js";
import type { AskStore } from "../core/records/store.js";
import type { ChannelMeans } from "./channels/contract.js";

/** A question with all that a person needs to decide. */
export interface OpenAsk extends AskRow {
  /** The whole input, as it would run; after a restart perhaps only a summary of it. */
  readonly input: string;
  /** `input` is not all that would be approved: the question can be denied, not approved. */
  readonly seenInPart?: boolean;
}

/** What is asked, unless it is permission for the call as it stands. */
export type About =
  | { readonly kind: "question"; readonly questions: readonly AskQuestion[] }
  | {
      readonly kind: "plan";
      readonly text: string;
      /** The text as it is now, if it is in a file; undefined if that cannot be read. */
      now?(): string | undefined;
    };

export interface Question {
  readonly agent: string;
  readonly event: HookEvent;
  readonly decision: Decision;
  readonly about?: About | undefined;
  readonly level?: AskRow["level"];
  readonly cwd: string;
  readonly presence: Presence;
  /** The agent can put the question to its person. */
  readonly agentAsks: boolean;
  readonly isCi: boolean;
  /** Nothing of it may be stored. */
  readonly isPrivate: boolean;
  /** After this an answer is too late for the agent. */
  readonly waitMs: number;
}

/** An event that came after a question, which may show that it was answered in the agent. */
export interface SeenEvent {
  readonly agent: string;
  readonly session?: string | undefined;
  readonly name: string;
  /** Of the tool call it is about. Computed only if needed. */
  hash(): string;
}

export interface QueuePorts {
  readonly store: AskStore;
  readonly clock: Clock;
  readonly means: ChannelMeans;
  /** Milliseconds since 1970. */
  now(): number;
  /** Eight hexadecimal digits. */
  newId(): string;
  /** Keyed. */
  hash(text: string): string;
  /** Whether an answer can come: a view is open, a channel reaches a person, or the user is away and answers later. */
  canAnswer(): boolean;
  /** Only a passkey approves. */
  readonly needsPasskey: boolean;
  /** How long a question that no call waits for is kept, and its answer for the same call. 0: not at all. */
  readonly lateMs: number;
  /** The user whose daemon this is. */
  readonly owner: string;
  /** Called with all open questions when one opens or ends. */
  onChange(open: readonly OpenAsk[]): void;
  /**
   * Called after each committed change, for questions that are not private. `isOver`: it cannot change any more here; if the state
   * is not final, another process ended it, and the store has its final row.
   */
  onRow?(ask: OpenAsk, about: { readonly isBeside: boolean; readonly isOver: boolean }): void;
}
