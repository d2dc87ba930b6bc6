/**
 * What a tool call would do, as data. The analysis says what it sees and how grave it is; it decides nothing. Guards and
 * rules decide, each about the kinds of effect that are its business (`builtins/_shared/calls/effect-guard.ts`).
 */

import type { Invocation } from "./invocation.js";

/** Effects describe what happens. Guards turn them into verdicts. */
export type EffectKind =
  /** The content of a file is taken in. */
  | "read"
  | "write"
  /** What was there is gone, though the file is not. */
  | "overwrite"
  | "delete"
  | "move"
  /** Who may read, write or run a file. */
  | "permissions"
  /** Code that came over the network, or was decoded from base64, hex or similar, is run. */
  | "remote-code"
  /** Data leaves the machine. */
  | "send"
  /** Commits, branches, stashes or uncommitted work of a repository are rewritten or lost. */
  | "history"
  /** A remote repository is changed. */
  | "remote"
  /** Cloud, container, database, cluster, package registry. */
  | "service"
  /** Disks, users, boot, kernel, firewall, power. */
  | "machine"
  /** What runs later by itself, or decides what does: cron, shell rc, ssh keys, hooks. */
  | "persistence"
  /** Processes are ended. */
  | "process"
  /** More rights than the agent was given. */
  | "escalate"
  /** What it would do cannot be told. */
  | "unknown";

/**
 * `ordinary`: part of everyday work. `risky`: a person may well want it, and should be asked. `destructive`: what is lost
 * cannot be brought back, or nobody in their senses wants it from an agent.
 */
export type Gravity = "ordinary" | "risky" | "destructive";

/** Where a path lies, by its text alone: links are followed by guards, which may look at the disk. */
export type Place = "project" | "temp" | "home" | "system" | "root" | "elsewhere" | "unknown";

export interface Target {
  /** `patch`: the files that the one of this name says. `guard`: Snaphook itself, or what an agent is held back by. */
  readonly type: "path" | "patch" | "host" | "branch" | "service" | "process" | "device" | "guard" | "other";
  /** A path is absolute and without `.` or `..` wherever that can be told. */
  readonly name: string;
  /** A path before it was made absolute, where that says more: a link before `..` leads elsewhere. */
  readonly written?: string;
  /** Of a path. */
  readonly place?: Place;
  /** A folder in which any file may be replaced. */
  readonly below?: true;
  /** A file that is filled with what an example of it holds, and nothing else. */
  readonly fromExample?: true;
  /** A file that is known to hold secrets, or that guards the machine. */
  readonly sensitive?: boolean;
  /** Nothing is lost unless a file of this name exists. Guards may look at the disk. */
  readonly ifThere?: true;
}

export interface Effect {
  readonly kind: EffectKind;
  readonly severity: Gravity;
  readonly target?: Target;
  /** `likely`: it depends on something that is usually so. */
  readonly certainty: "certain" | "likely" | "unknown";
  /** The words of the call it came from. */
  readonly words: string;
  /** What happens, as the end of "this …": "deletes a folder with all that is in it". No full stop. */
  readonly what: string;
  /**
   * A way to the same goal that is not grave: a command, or what to do. Left out where none fits. Examples that stand in
   * parentheses, `(…)`, are shown only for their own program.
   */
  readonly instead?: string;
}

/** What the analysis may know of the world without looking at it. */
export interface Where {
  readonly cwd: string;
  /** Root of the project. */
  readonly project: string;
  readonly home: string;
  /** As Node names it. */
  readonly platform: string;
}

export interface Analysis {
  readonly effects: readonly Effect[];
  /** Every program it would start, by its base name, as far as that can be told. */
  readonly programs: readonly string[];
  /** What was analysed, also what stands in for tools and inline code. */
  readonly invocations: readonly Invocation[];
}
