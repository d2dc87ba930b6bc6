/** What a thread needs from the world. Nothing here rejects: failures are values, except a store that cannot write. */
import type { AgentDefinition } from "./template.js";
import type { HookTurn, Phase, Thread } from "./types.js";

/** One turn of an agent. */
export interface AgentTurn {
  /** The thread that it belongs to. */
  readonly threadId: string;
  /** Number of the step, from 0. */
  readonly stepIndex: number;
  /** How often this turn was begun, from 1. */
  readonly attempt: number;
  /** The agent of the template. */
  readonly slot: string;
  /** The stage of that agent, if it has stages. */
  readonly stage: string | null;
  /** The profile to use. */
  readonly profile: string;
  /** The prompt, with its placeholders filled. */
  readonly prompt: string;
  /** The session to continue; a new one without it. */
  readonly sessionId?: string;
  /** Of the slot, if the template defines it. */
  readonly agent?: AgentDefinition;
  /** Working directory. */
  readonly cwd: string;
  /** The task that the thread belongs to, if one was named. */
  readonly taskId?: string;
}

export interface TurnDone {
  readonly ok: true;
  readonly output: string;
  readonly sessionId?: string;
  readonly costUsd?: number;
  readonly tokens?: number;
  readonly numTurns?: number;
  /** These count the session since its start, not this turn. */
  readonly sessionTotals?: readonly ("costUsd" | "tokens")[];
  readonly notes?: readonly string[];
  /** If it ended some time ago. ISO 8601. */
  readonly endedAt?: string;
}

export interface TurnFailed {
  readonly ok: false;
  /** What happened, as a sentence. */
  readonly why: string;
  readonly sessionId?: string;
  /** The agent does not have the session. */
  readonly gone?: true;
}

/** How a turn ended. */
export type TurnResult = TurnDone | TurnFailed;

/** What became of a turn whose runner was killed. */
export type Recovered = TurnDone | { readonly begun: string } | undefined;

export interface TurnProgress {
  readonly turns?: number;
  readonly tokens?: number;
}

export interface AgentRunner {
  run(
    turn: AgentTurn,
    watch: { readonly signal: AbortSignal; onProgress(progress: TurnProgress): void },
  ): Promise<TurnResult>;
  /** Its result if it had ended, or the session that it had begun. */
  recover(turn: AgentTurn): Promise<Recovered>;
  /** Its step is recorded: nothing else of it is needed. */
  forget(turn: AgentTurn): void;
}

/** The file that the agents of a thread share. */
export interface Artifact {
  /** Its text, empty if it is missing; or why it is not read. */
  read(thread: Thread): { readonly text: string } | { readonly problem: string };
  /** In bytes. */
  size(thread: Thread): number;
  append(thread: Thread, text: string): void;
}

export interface ThreadStore {
  /** Durable when it resolves. Rejects on a disk error. */
  save(thread: Thread): Promise<void>;
  /** Undefined if there is none, or if it cannot be read. */
  load(id: string): Promise<Thread | undefined>;
  /** Newest first. */
  list(): Promise<readonly Thread[]>;
}

export interface LifecycleHooks {
  /** Hooks of a phase: the template's, then those of this thread alone. */
  count(phase: Phase): number;
  /** Runs one of them. A failure asks for nothing. */
  run(thread: Thread, phase: Phase, index: number, signal: AbortSignal): Promise<HookTurn | undefined>;
}

/** What an agent asked for, from within its turn. */
export interface Control {
  read(thread: Thread): { readonly action: "abort"; readonly reason: string } | undefined;
}

export interface RunPorts {
  readonly runner: AgentRunner;
  readonly store: ThreadStore;
  readonly artifact: Artifact;
  readonly hooks: LifecycleHooks;
  readonly control: Control;
  /** Files that are changed in the working directory, for `{{modifiedFiles}}`. */
  modifiedFiles(cwd: string): Promise<readonly string[]>;
  /** True if the pattern occurs in the text. */
  matches(pattern: string, text: string): boolean;
  redact(text: string): string;
  now(): Date;
  onEvent(event: ThreadEvent): void;
}

/** What happens in a thread. `thread` is its state after it. */
export type ThreadEvent =
  | { readonly kind: "turn"; readonly thread: Thread; readonly slot: string; readonly stage: string | null }
  | { readonly kind: "progress"; readonly thread: Thread; readonly progress: TurnProgress }
  | { readonly kind: "step"; readonly thread: Thread }
  | { readonly kind: "transition"; readonly thread: Thread }
  | { readonly kind: "end"; readonly thread: Thread };
