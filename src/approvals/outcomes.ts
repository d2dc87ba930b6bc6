/** What the queue tells its callers, and what they give it. */
import type { AskRow, AskScope } from "../core/records/records.js";
import type { GivenAnswers } from "./answers.js";
import type { OpenAsk } from "./ports.js";

/** What became of a question, for the call that asked it. */
export type Held =
  | { readonly kind: "answered"; readonly ask: OpenAsk }
  /** The agent's own dialog asks, or has asked. */
  | { readonly kind: "agent" }
  | { readonly kind: "unattended"; readonly id?: string }
  | { readonly kind: "unanswered"; readonly id?: string; readonly waitedMs: number; readonly because?: Unanswered };

/** Absent: its time was over. `gone`: nothing can be sent to the agent any more. `stopped`: the daemon ends. */
export type Unanswered = "gone" | "stopped";

export interface GivenAnswer {
  /** Of the call that the person saw. */
  readonly hash: string;
  readonly verdict: "allow" | "deny";
  /** Of a person; a channel checks it. */
  readonly proof?: unknown;
  /** Absent: once. */
  readonly scope?: AskScope | undefined;
  readonly said?: string | undefined;
  /** To a question. */
  readonly answers?: GivenAnswers | undefined;
}

/**
 * `answered`: given to the agent. `kept`: the agent does not wait any more; the same call gets it. `over`: the question has
 * ended or was answered before. `changed`: the plan was edited after it was shown; its new text is shown now. `unseen`: the
 * person could not see the whole call. `needs passkey`: this proof approves nothing on this installation. `unstored`: the disk
 * refused, so nothing was approved.
 */
export type AnswerOutcome =
  | { readonly outcome: "answered" | "kept"; readonly ask: OpenAsk }
  | { readonly outcome: "over"; readonly row: AskRow }
  | { readonly outcome: "unfit"; readonly problem: string }
  | { readonly outcome: "unknown" | "changed" | "other call" | "unseen" | "unproven" | "needs passkey" | "unstored" };
