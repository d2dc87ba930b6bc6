/** A thread: agents that work in turns on one message, as a template says. These are the rows that are kept. */

export type ThreadStatus = "running" | "completed" | "failed" | "cancelled" | "aborted";

/** Why a thread needs no further step. */
export type StopReason =
  | "converged"
  | "no transition"
  | "iterations"
  | "step limit"
  | "cost limit"
  | "token limit"
  | "aborted";

export type Phase = "start" | "transition" | "end";

/** The fields of Cortex's thread steps. */
export interface Step {
  readonly stepIndex: number;
  readonly agentSlotId: string;
  readonly stage: string | null;
  readonly sessionId: string | null;
  readonly input: string;
  readonly output: string;
  /** Of this step alone; null if the agent does not tell. */
  readonly costUsd: number | null;
  readonly tokens: number | null;
  readonly numTurns: number | null;
  readonly durationS: number;
  readonly startedAt: string;
  readonly endedAt: string;
}

/** An agent of a thread, with the session that it continues. */
export interface Slot {
  readonly profile: string;
  readonly sessionId?: string;
  /** Totals of that session, for agents that report only those. */
  readonly sessionCostUsd?: number;
  readonly sessionTokens?: number;
}

/** What a hook asks for: a turn of a new agent, or of one of the thread's. */
export interface HookTurn {
  readonly slot: string;
  readonly profile: string;
  readonly prompt: string;
  /** Continue the session of the slot. */
  readonly sameSession: boolean;
}

/** The turn that is being done. Written before it starts, removed with its step. */
export interface ActiveTurn {
  readonly slot: string;
  readonly stage: string | null;
  readonly profile: string;
  readonly prompt: string;
  readonly sessionId?: string;
  /** It is kept for the next turn of the slot. */
  readonly keepsSession: boolean;
  /** Size of the artifact before it. */
  readonly artifactSize: number;
  /** Grows with every run of the program for this turn. */
  readonly attempt: number;
  readonly startedAt: string;
}

/** What comes next. Each change is on the disk before it is acted on. */
export type Position =
  | { readonly at: "hooks"; readonly phase: Phase; readonly done: number; readonly turns: readonly HookTurn[] }
  | { readonly at: "step" }
  | { readonly at: "choose" }
  | { readonly at: "over" };

export interface Thread {
  readonly id: string;
  readonly templateName: string;
  /** Where the template was found. */
  readonly source: string;
  readonly status: ThreadStatus;
  readonly stopReason?: StopReason;
  readonly error?: string;
  readonly userMessage: string;
  /** The agents' working directory. */
  readonly cwd: string;
  /** What `__active__` stands for. */
  readonly activeProfile: string;
  readonly taskId?: string;
  /** File with hooks for this thread alone; `seal`: what was approved by naming it. */
  readonly extraHooks?: { readonly file: string; readonly seal: string };
  readonly artifactPath: string;
  readonly position: Position;
  readonly turn?: ActiveTurn;
  readonly activeAgent: string;
  readonly activeStage: string | null;
  readonly previousAgent: string | null;
  readonly slots: Readonly<Record<string, Slot>>;
  readonly steps: readonly Step[];
  /** Key of a transition → how often it was taken. */
  readonly iterationCounts: Readonly<Record<string, number>>;
  readonly totalCostUsd: number;
  readonly totalTokens: number;
  /** What the user should know, such as what an agent does not support. */
  readonly notes: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly endedAt?: string;
}
