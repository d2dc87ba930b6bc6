/**
 * One way to reach a person. `test/approvals/channel-contract.ts` is what each must pass. No method throws, and none takes longer
 * than a moment: a channel that is down must not delay a call.
 */
import type { AskAnswerer, AskRow, AskScope } from "../../core/records/records.js";
import type { GivenAnswers } from "../answers.js";
import type { SeenEvent } from "../ports.js";

export interface Channel {
  readonly name: string;
  /** Who gave this answer; undefined unless the proof shows a person who approves exactly this question. */
  identify?(ask: ProvenAsk, proof: unknown, means: ChannelMeans): AskAnswerer | undefined;
  /** Tells a person that a question is open. It gets no more of the call than the redacted summary. */
  announce?(card: Card, means: ChannelMeans): void;
  /** Whether this event shows that a person answered the question there. */
  wasAnswered?(ask: Pick<AskRow, "agent" | "session" | "hash">, event: SeenEvent): boolean;
}

/** What a person approves. */
export interface ProvenAsk extends Pick<AskRow, "id" | "hash"> {
  /** Absent: once. */
  readonly scope?: AskScope;
  /** To questions. */
  readonly answers?: GivenAnswers;
}

/** What is shown where not the whole call can be shown, so nothing can be approved there. Redacted. */
export interface Card {
  readonly id: string;
  readonly agent: string;
  readonly tool: string;
  readonly summary: string;
}

export interface ChannelMeans {
  /** Whether this installation signed the proof for this call a moment ago, after a person typed the code. */
  isSigned(ask: ProvenAsk, proof: unknown): boolean;
  /** Starts the first of these programs that exists, and does not wait for it. */
  start(commands: readonly (readonly string[])[]): void;
}
