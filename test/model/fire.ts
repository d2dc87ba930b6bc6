/** One fire as the decision model sees it, and what it decides. */
export type Input = Readonly<Record<string, unknown>>;
export type ModelVerdict = "allow" | "ask" | "deny";

export interface ModelAnswer {
  readonly verdict?: ModelVerdict;
  readonly reason?: string;
  readonly input?: Input;
  readonly context?: string;
  readonly output?: unknown;
  readonly forceContinue?: { readonly reason: string };
}

export type ModelReply = ModelAnswer | "throws" | "hangs";

export interface ModelHook {
  readonly id: string;
  readonly rank: number;
  readonly level: string;
  readonly guard: boolean;
  readonly strategy: "serial" | "parallel";
  readonly mode: "enforce" | "observe";
  readonly onFailure?: ModelVerdict;
  readonly onTimeout?: ModelVerdict;
  readonly reply: (input: Input | undefined) => ModelReply;
}

export interface ModelFire {
  /** In the order of their positions. */
  readonly hooks: readonly ModelHook[];
  readonly input: Input | undefined;
  readonly abilities: readonly string[];
  readonly interactive: boolean;
  readonly contextBudget: number;
}

export interface ModelDecision {
  readonly verdict: ModelVerdict | "none";
  readonly reason: string | undefined;
  readonly input: Input | undefined;
  readonly context: string | undefined;
  readonly output: unknown;
  readonly forceContinue: string | undefined;
  readonly ran: readonly string[];
  readonly skipped: readonly string[];
}
