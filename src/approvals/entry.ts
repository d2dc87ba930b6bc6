/** A question in memory, and the wait of its call. */
import type { Held, Unanswered } from "./outcomes.js";
import type { OpenAsk, Question, QueuePorts } from "./ports.js";

export interface Entry {
  ask: OpenAsk;
  readonly isPrivate: boolean;
  /** Beside the agent's own dialog. */
  readonly isBeside: boolean;
  readonly call?: string | undefined;
  /** Of a plan, to see whether it has changed. */
  readonly asked?: Question | undefined;
  /** Whether its row is on the disk. */
  stored: "yes" | "no" | "unknown";
  isShown: boolean;
  /** Changes of one question follow each other. */
  pending: Promise<unknown>;
  held?: Promise<Held>;
  /** Ends the wait of its call. */
  release?: ((held: Held) => void) | undefined;
}

export function newEntry(
  ask: OpenAsk,
  more: Partial<Pick<Entry, "isPrivate" | "isBeside" | "call" | "asked" | "stored">>,
): Entry {
  const start = { isPrivate: false, isBeside: false, stored: "unknown", isShown: false } as const;
  return { ...start, ...more, ask, pending: Promise.resolve() };
}

/** Nothing else of a call is kept in memory. */
export function planOnly(question: Question): Question | undefined {
  return question.about?.kind === "plan" ? question : undefined;
}

/** The id for a late answer; none if the question is not kept. */
export function idOf({ ask, isPrivate }: Entry, { lateMs }: Pick<QueuePorts, "lateMs">): { readonly id?: string } {
  return isPrivate || lateMs <= 0 ? {} : { id: ask.id };
}

export function unanswered(entry: Entry, ports: Pick<QueuePorts, "lateMs" | "now">, because?: Unanswered): Held {
  const waitedMs = ports.now() - entry.ask.askedAt;
  return { kind: "unanswered", ...idOf(entry, ports), waitedMs, ...(because === undefined ? {} : { because }) };
}
