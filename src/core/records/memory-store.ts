/** Memories in the store: the part of the store's port that recall and injection use. */
import type {
  Citation,
  GitPlace,
  HoldoutCounts,
  KeepLimits,
  MemoryCounts,
  MemoryRow,
  MemoryStatus,
  ShownOutcome,
  ShownRow,
  Trust,
} from "./memory.js";
import type { ObserverStore } from "./observer.js";
import type { ActivityRow, ModelSummary } from "./records.js";

/** What the store must know about the machine. Total: no method throws. */
export interface MemoryWorld {
  /** The user has turned memory on. */
  isOn(): boolean;
  /** Undefined if nothing of this folder may be remembered. */
  placeOf(folder: string): MemoryPlace | undefined;
}

export interface MemoryPlace {
  readonly scope: string;
  readonly git?: GitPlace;
  /** The path relative to the root; undefined if it is elsewhere. */
  inside(path: string): string | undefined;
  /** Ids of those tool calls that read a file outside the repository, of a dependency, or ignored by git. */
  foreign(calls: readonly ActivityRow[]): ReadonlySet<string>;
  /** Ids of those whose command has an effect that guards ask about. */
  risky(calls: readonly ActivityRow[]): ReadonlySet<string>;
  /** The first line of the file that matches, or undefined. */
  cite(file: string, line: string): Citation | undefined;
}

export interface RecallQuery {
  readonly scope: string;
  readonly text: string;
  readonly limit: number;
}

export interface RecallHit {
  readonly kind: "memory" | "prompt" | "response";
  /** 0 to 1: the share of the question that it covers. */
  readonly score: number;
  readonly at: number;
  readonly text: string;
  /** A prompt is the user's only if no agent wrote it; a response is a model's. */
  readonly trust: Trust;
  readonly session?: string;
  readonly memory?: MemoryRow;
}

/** What an event may be given. */
export interface InjectQuery {
  readonly scope: string;
  readonly session?: string;
  /** Those that are trusted less come last: they are only for `memory why`. */
  readonly trust: Trust;
  /** `start`: rules, commands and lessons. Otherwise what fits the prompt, is about the file, or solves the error. */
  readonly about:
    | { readonly kind: "start"; readonly memories: number }
    /** Also some whose score is below `least`: at most five, none below `low`. */
    | { readonly kind: "prompt"; readonly text: string; readonly least: number; readonly low: number }
    | { readonly kind: "file"; readonly file: string; readonly hints: boolean }
    | { readonly kind: "failure"; readonly address: string };
}

export interface InjectCandidates {
  readonly memories: readonly { readonly memory: MemoryRow; readonly score: number }[];
  /** Finished sessions: the newest ones, or those that fit the prompt. More than are given: some may be withheld. */
  readonly summaries: readonly {
    readonly session: string;
    readonly at: number;
    readonly text: string;
    readonly score: number;
    readonly byModel?: ModelSummary;
    /** Where the repository was when it ended. */
    readonly place?: GitPlace;
    /** Repeats what was replaced, taken out of use or reworded. */
    readonly isOutdated: boolean;
    /** Of facts that it repeats. */
    readonly cites: readonly Citation[];
  }[];
  /** Memories that this session has been shown… */
  readonly seen: readonly string[];
  /** …and their characters. */
  readonly chars: number;
}

export interface MemoryFilter {
  readonly scope?: string;
  readonly status?: MemoryStatus;
  /** Imported and external ones, and those that contradict another. */
  readonly review?: boolean;
  readonly limit?: number;
}

export interface ShownFilter {
  readonly session?: string;
  readonly memory?: string;
  /** An event, by the id of its record. */
  readonly record?: string;
  readonly outcomes?: readonly ShownOutcome[];
  readonly limit: number;
}

export type NewMemory = Omit<MemoryRow, "id" | "status" | "count" | "supersededBy" | "conflict" | "was">;

export type MemoryChange = Partial<
  Pick<MemoryRow, "text" | "pinned" | "reviewed" | "status" | "trust" | "supersededBy">
>;

export type ForgetWhat =
  | { readonly id: string }
  | { readonly session: string }
  | { readonly scope: string; readonly file?: string };

/** What memories rest on: whole sessions, and events or batches by id. */
export interface ForgetSources {
  readonly sessions: readonly string[];
  readonly refs: readonly string[];
}

export interface Forgotten {
  readonly memories: readonly Pick<MemoryRow, "id" | "text" | "trust">[];
  /** Indexed prompts, responses and sessions. */
  readonly turns: number;
  /** Events that these rest on, which go with them. */
  readonly events: number;
  /** What these events are. */
  readonly sources: ForgetSources;
}

export interface MemoryStore extends ObserverStore {
  recall(query: RecallQuery): Promise<readonly RecallHit[]>;
  injectable(query: InjectQuery): Promise<InjectCandidates>;
  noteShown(rows: readonly ShownRow[]): Promise<void>;
  shownIn(filter: ShownFilter): Promise<readonly ShownRow[]>;
  memories(filter: MemoryFilter): Promise<readonly MemoryRow[]>;
  /** By its id or a unique beginning of it. */
  memory(id: string): Promise<MemoryRow | undefined>;
  /** Replaces the one with the same address. Returns the stored row: an equal one is only confirmed. */
  addMemory(memory: NewMemory): Promise<MemoryRow>;
  /** False if there is none with this id. */
  changeMemory(id: string, change: MemoryChange): Promise<boolean>;
  /** `also`: removed with it, for a copy of a store that no longer knows what rests on what. */
  forget(what: ForgetWhat, dryRun?: boolean, also?: ForgetSources): Promise<Forgotten>;
  memoryCounts(scope?: string): Promise<MemoryCounts>;
  holdoutCounts(): Promise<HoldoutCounts>;
  /** Removes some of what exceeds the limits; returns how many. Never one that is pinned or trusted as the user's. */
  keepMemories(limits: KeepLimits): Promise<number>;
  /** Works on what waits; returns the number of finished jobs. Call again until it is 0. */
  processMemory(now: number, backlog?: boolean): Promise<number>;
  /** Returns the number of indexed texts. */
  rebuildMemory(): Promise<number>;
}
