/** What an agent learned in a project and another session may need: one fact per row. Redacted before it gets here. */

/** The least trusted source of a memory decides. It never rises automatically; only a person raises it. */
export const TRUST = ["external", "imported", "model", "project", "user"] as const;
export type Trust = (typeof TRUST)[number];

/** The last three come from rules. */
export const MEMORY_TYPES = [
  "note",
  "gotcha",
  "decision",
  "bug_fix",
  "discovery",
  "trade_off",
  "rule",
  "command",
  "together",
] as const;
export type MemoryType = (typeof MEMORY_TYPES)[number];

export type MemoryStatus = "active" | "resolved" | "superseded";

/** A line of a file in the repository that must still be there when the memory is used. */
export interface Citation {
  /** Relative to the root of the checkout. */
  readonly file: string;
  /** Of the line without spaces around it. Absent: the file has to exist. */
  readonly sha256?: string;
  readonly chars?: number;
}

export interface MemoryRow {
  readonly id: string;
  /** The main checkout of the repository. */
  readonly scope: string;
  readonly type: MemoryType;
  readonly text: string;
  readonly trust: Trust;
  readonly status: MemoryStatus;
  /** 1 to 10. */
  readonly importance: number;
  /** What it is about: a newer memory with the same address replaces it. */
  readonly address?: string;
  /** The file it is about, relative to the root. */
  readonly file?: string;
  readonly cites?: readonly Citation[];
  /** Where the repository was: absent outside git. */
  readonly place?: GitPlace;
  readonly session?: string;
  readonly agent?: string;
  readonly createdAt: number;
  readonly verifiedAt: number;
  /** How often it was observed. */
  readonly count: number;
  readonly pinned?: boolean;
  /** A person reviewed or reworded it. */
  readonly reviewed?: boolean;
  /** In how many sessions it was shown, and how many of them used it afterwards. */
  readonly shown?: number;
  readonly used?: number;
  readonly shownAt?: number;
  readonly usedAt?: number;
  readonly supersededBy?: string;
  /** Its texts before a person reworded it. */
  readonly was?: readonly string[];
  /** The memory that says nearly the same: one of them may be wrong. */
  readonly conflict?: string;
}

export interface GitPlace {
  /** Absent for a detached head. */
  readonly branch?: string;
  readonly commit?: string;
  /** The branch is the repository's default one. */
  readonly main?: boolean;
  /** The default branch was at the same commit: this one had none of its own. */
  readonly shared?: boolean;
}

/** `shown`, and later perhaps `used`; or why a memory was not injected. */
export type ShownOutcome =
  | "shown"
  | "used"
  | "withheld: stale"
  | "withheld: trust"
  | "withheld: suspicious"
  | "withheld: budget"
  | "withheld: seen"
  | "withheld: branch"
  | "withheld: below band"
  | "withheld: holdout";

export interface ShownRow {
  readonly at: number;
  readonly event: string;
  /** Id of the event's record. */
  readonly record?: string;
  readonly session?: string;
  /** Or the session that was shown. */
  readonly memory: string;
  readonly score: number;
  /** Of everything that the event was given, at the first of its memories. */
  readonly chars: number;
  readonly outcome: ShownOutcome;
}

/** A fact that an observer found, before the store compares it with what is known. */
export interface Observation extends Pick<MemoryRow, "type" | "text" | "trust" | "importance"> {
  readonly address: string;
  readonly file?: string;
  /** Ids of the events it rests on. */
  readonly sources: readonly string[];
  /** The line to cite, if the file has one that matches. */
  readonly cite?: { readonly file: string; readonly line: string };
}

/** Something that counts only if it happens repeatedly. `ref` is counted once. */
export interface Tally {
  readonly key: string;
  readonly ref: string;
}

export interface Observed {
  readonly observations: readonly Observation[];
  readonly tallies: readonly Tally[];
}

export type JobState = "pending" | "running" | "done" | "failed" | "skipped";

export interface MemoryCounts {
  readonly active: number;
  readonly resolved: number;
  readonly superseded: number;
  /** Imported, external and contradicting ones, about which a person decides. */
  readonly review: number;
  /** In all states. */
  readonly stored: number;
  readonly scopes: number;
  readonly shown: number;
  readonly jobs: Readonly<Record<JobState, number>>;
}

export interface GroupCounts {
  readonly sessions: number;
  readonly prompts: number;
  /** Of tools. */
  readonly failures: number;
}

/** Setting `holdout`. Both groups have only sessions for which something was found. */
export interface HoldoutCounts {
  readonly given: GroupCounts;
  readonly heldOut: GroupCounts;
}

export interface KeepLimits {
  /** Neither observed nor used since. */
  readonly unusedSince: number;
  readonly most: number;
}

export function leastTrusted(trusts: readonly Trust[]): Trust {
  return TRUST[Math.min(...trusts.map((trust) => TRUST.indexOf(trust)))] ?? "external";
}

export function trustsAtLeast(trust: Trust, least: Trust): boolean {
  return TRUST.indexOf(trust) >= TRUST.indexOf(least);
}
