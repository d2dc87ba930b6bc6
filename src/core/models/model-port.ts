/** A model that answers one question with JSON. `src/models` implements it. */
import type { Failure } from "../decision/failure.js";
import type { JsonObject } from "../text/json.js";

/** What the answer is for. `use` in the user's `models.json` names a model for each. */
export type ModelPurpose = "prompt" | "agent" | "secondOpinion" | "evaluate" | "observe";

export interface ModelQuestion<T> {
  readonly purpose: ModelPurpose;
  /** The folder that the model may read, if it is an agent. */
  readonly folder?: string | undefined;
  /** Name of a model in `models.json`. An unknown one counts as absent: `use` decides then. */
  readonly model?: string | undefined;
  readonly system: string;
  /** Redacted, with foreign text in a fence. */
  readonly text: string;
  /** JSON schema of the answer. */
  readonly schema: JsonObject;
  /** Picks the answer from the JSON objects of a reply. Undefined: there is none. The result must be JSON. */
  read(found: readonly JsonObject[]): T | undefined;
  /** Keyed hash: an equal question within ten minutes gets the same answer. Undefined: it is always asked. */
  readonly once?: string | undefined;
  /** Root of the project whose own hook asks: such calls have a budget of their own. */
  readonly project?: string | undefined;
  /** Lowers the model's own limit. */
  readonly mostOutputTokens?: number;
  /** How long the caller waits, in milliseconds. */
  readonly limitMs: number;
  /** Aborted at the caller's deadline. */
  readonly signal: AbortSignal;
}

export type ModelReply<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** Name in `models.json`. */
      readonly model: string;
      /** An earlier answer to an equal question. */
      readonly remembered: boolean;
      readonly usage?: ModelUsage | undefined;
    }
  | {
      readonly ok: false;
      readonly failure: Failure;
      /** Not before this time, in milliseconds since 1970: the server asks to wait, or the budget is used up. */
      readonly retryAt?: number | undefined;
      /** No tokens were used. */
      readonly isFree?: boolean;
    };

export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** If the model reports it, or its price is in `models.json`. */
  readonly usd?: number | undefined;
}

export interface ModelPort {
  /** Never rejects: a failure is a value. */
  ask<T>(question: ModelQuestion<T>): Promise<ModelReply<T>>;
}
