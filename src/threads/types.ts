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
  /** Its number, from 0. */
  readonly stepIndex: number;
  /** The agent of the template, or `hook:start` and the like. */
  readonly agentSlotId: string;
  /** The stage of that agent, if it has stages. */
  readonly stage: string | null;
  /** The agent's session, if it names one. */
  readonly sessionId: string | null;
  /** The prompt. */
  readonly input: string;
  /** What the agent answered, redacted. */
  readonly output: string;
  /** Of this step alone; null if the agent does not tell. */
  readonly costUsd: number | null;
  /** Of this step alone; null if the agent does not tell. */
  readonly tokens: number | null;
  /** How often the model was called; null if the agent does not tell. */
  readonly numTurns: number | null;
  /** Seconds. */
  readonly durationS: number;
  /** ISO 8601. */
  readonly startedAt: string;
  /** ISO 8601. */
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

/** A thread: its settings, where it stands, and what was done. */
export interface Thread {
  /** `thr_` and 8 hexadecimal digits. */
  readonly id: string;
  /** The template that it follows. */
  readonly templateName: string;
  /** Where the template was found. */
  readonly source: string;
  /** Its state. */
  readonly status: ThreadStatus;
  /** Why it ended, if it did not fail. */
  readonly stopReason?: StopReason;
  /** Why it failed. */
  readonly error?: string;
  /** The message that it was started with. */
  readonly userMessage: string;
  /** The agents' working directory. */
  readonly cwd: string;
  /** What `__active__` stands for. */
  readonly activeProfile: string;
  /** The task that it belongs to, if one was named. */
  readonly taskId?: string;
  /** File with hooks for this thread alone; `seal`: what was approved by naming it. */
  readonly extraHooks?: { readonly file: string; readonly seal: string };
  /** The file that its agents share. */
  readonly artifactPath: string;
  /** What comes next. */
  readonly position: Position;
  /** The turn that is running. */
  readonly turn?: ActiveTurn;
  /** The agent whose turn it is. */
  readonly activeAgent: string;
  /** The stage of that agent, if it has stages. */
  readonly activeStage: string | null;
  /** The agent of the step before. */
  readonly previousAgent: string | null;
  /** Its agents with their sessions. */
  readonly slots: Readonly<Record<string, Slot>>;
  /** The steps that are done. */
  readonly steps: readonly Step[];
  /** Key of a transition → how often it was taken. */
  readonly iterationCounts: Readonly<Record<string, number>>;
  /** Cost of all steps whose agents tell it, in US dollars. */
  readonly totalCostUsd: number;
  /** Tokens of all steps whose agents tell them. */
  readonly totalTokens: number;
  /** What the user should know, such as what an agent does not support. */
  readonly notes: readonly string[];
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly updatedAt: string;
  /** ISO 8601. */
  readonly endedAt?: string;
}
