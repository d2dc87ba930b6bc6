/**
 * A channel that reaches a person elsewhere. It only shows cards and passes answers on; the queue decides what counts. Every
 * channel must pass `test/daemon/channels/contract.ts`.
 */
import type { GivenAnswers } from "../../approvals/answers.js";
import { type AskCard, outcomeText } from "../../approvals/card.js";
import type { AnswerOutcome } from "../../approvals/outcomes.js";
import type { AskAnswerer } from "../../core/records/records.js";
import type { ChannelSettings } from "../lifecycle/settings.js";

export interface RemoteChannel {
  /** Longer texts are not shown whole, so they cannot be approved here. */
  readonly mostChars: number;
  /** Answers can come back. */
  readonly canAnswer: boolean;
  /** The reference of a card is the id of its question, so it is known before the card was sent. */
  readonly refIsId?: true;
  /**
   * Shows the card, or changes the one with this reference. Returns the reference; undefined if it was removed there. Rejects
   * with a `ChannelProblem`. Calls follow each other.
   */
  show(card: AskCard, ref: string | undefined): Promise<string | undefined>;
  /** Sends a message that asks nothing. Rejects like `show`. */
  say(note: Note): Promise<void>;
  close(): void;
}

/** `many`: a session asks more than is sent at once. */
export interface Note {
  readonly kind: "test" | "many";
  /** Our own words. */
  readonly text: string;
}

/** What a channel gets. */
export interface ChannelPort {
  /** The text of the secret now. Throws a `ChannelProblem`. */
  secret(name: string): string;
  /** The card with this id, if it can still be answered and this channel shows it. */
  card(id: string): { readonly card: AskCard; readonly ref: string } | undefined;
  answer(given: ChannelAnswer): Promise<AnswerOutcome>;
  /** New tickets for this card, stored before they are sent. None to approve what is not shown whole. */
  tickets(card: AskCard, verdicts: readonly ("allow" | "deny")[]): Partial<Record<"allow" | "deny", string>>;
  /** Answers with a ticket. */
  redeem(ticket: string, more?: TicketBody): Promise<Redeemed>;
  /** Whether it can receive answers now. */
  listening(problem?: ChannelProblem): void;
  log(text: string): void;
}

/** What comes with a ticket. */
export interface TicketBody {
  readonly reason?: string | undefined;
  readonly answers?: GivenAnswers | undefined;
}

/** `refused`: it is no ticket for a question that is pending. */
export type Redeemed = AnswerOutcome | { readonly outcome: "refused" };

/** A file `index.ts` per channel. Must not throw: a channel that cannot work rejects what it is asked. */
export type OpenChannel = (settings: ChannelSettings, port: ChannelPort) => RemoteChannel;

export interface ChannelAnswer {
  readonly id: string;
  readonly hash: string;
  readonly verdict: "allow" | "deny";
  readonly by: Omit<AskAnswerer, "channel">;
  readonly said?: string | undefined;
  readonly answers?: GivenAnswers | undefined;
}

/** Its message is shown to people, and holds no secret. */
export class ChannelProblem extends Error {
  constructor(
    message: string,
    readonly about: {
      /** Not before this time. */
      readonly retryAfterMs?: number;
      /** Only this card is refused; the others are not held up. */
      readonly ofCard?: true;
      /** Nothing can arrive until the user changes something. */
      readonly isLasting?: true;
    } = {},
  ) {
    super(message);
  }
}

export function problemOf(error: unknown): ChannelProblem {
  if (error instanceof ChannelProblem) return error;
  const { name, message, cause } =
    error instanceof Error ? error : { name: "", message: String(error), cause: undefined };
  if (name === "TimeoutError") return new ChannelProblem("no answer in time");
  const { code } = (cause ?? {}) as { code?: unknown };
  return new ChannelProblem(typeof code === "string" ? `${message} (${code})` : message);
}

/** What became of an answer, for the person who gave it. */
export function refusalText(given: AnswerOutcome): string | undefined {
  switch (given.outcome) {
    case "answered":
    case "kept":
      return undefined;
    case "over":
      return `${outcomeText(given.row) ?? "This question has ended."} Nothing was changed.`;
    case "unknown":
      return "This question is not known any more, so nothing was changed.";
    case "unfit":
      return `These answers do not fit: ${given.problem}.`;
    case "changed":
    case "other call":
      return "What is asked has changed. Read the new text before you answer.";
    case "unseen":
      return "This cannot be approved here. Open a terminal to read all of it, or deny it.";
    case "unstored":
      return "The answer could not be stored, so nothing was approved.";
    default:
      return "You may not answer this, so nothing was changed.";
  }
}
