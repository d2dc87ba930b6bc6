/**
 * Effects of a tool call, as data. The analysis reports effects and their severity; it decides nothing. Each guard
 * decides about its own kinds of effect (`builtins/_shared/calls/effect-guard.ts`).
 */

import type { Invocation } from "./invocation.js";

/** Effects describe what happens. Guards turn them into verdicts. */
export type EffectKind =
  /** Reads the content of a file. */
  | "read"
  | "write"
  /** Replaces the content of an existing file. */
  | "overwrite"
  | "delete"
  | "move"
  /** Changes who may read, write or run a file. */
  | "permissions"
  /** Runs code that was downloaded, or decoded from base64, hex or similar. */
  | "remote-code"
  /** Sends data off the machine. */
  | "send"
  /** Rewrites or loses commits, branches, stashes or uncommitted work. */
  | "history"
  /** Changes a remote repository. */
  | "remote"
  /** Changes a cloud, container, database, cluster or package registry. */
  | "service"
  /** Changes disks, users, boot, kernel, firewall or power. */
  | "machine"
  /** Starts automatically later, or controls what does: cron, shell rc, ssh keys, hooks. */
  | "persistence"
  /** Ends processes. */
  | "process"
  /** Gains more rights than the agent was given. */
  | "escalate"
  /** The effect cannot be determined. */
  | "unknown";

/**
 * `ordinary`: part of everyday work. `risky`: possibly intended, so the user is asked. `destructive`: cannot be undone,
 * or never wanted from an agent.
 */
export type Severity = "ordinary" | "risky" | "destructive";

/** Location of a path, by its text alone. Guards follow links, because they may access the disk. */
export type Place = "project" | "temp" | "home" | "system" | "root" | "elsewhere" | "unknown";

export interface Target {
  /** `patch`: the files named in the patch file `name`. `guard`: Snaphook itself, or another control on an agent. */
  readonly type: "path" | "patch" | "host" | "branch" | "service" | "process" | "device" | "guard" | "other";
  /** A path is absolute and normalised if possible. */
  readonly name: string;
  /** The path as written, if it matters: with a link before `..` the normalised path is a different file. */
  readonly written?: string;
  /** For paths only. */
  readonly place?: Place;
  /** A directory in which any file may be replaced. */
  readonly below?: true;
  /** The file receives the content of its example file and nothing else. */
  readonly fromExample?: true;
  /** The file is known to contain secrets or to protect the machine. */
  readonly sensitive?: boolean;
  /** Data is lost only if a file of this name exists. Guards check the disk. */
  readonly ifThere?: true;
}

export interface Effect {
  readonly kind: EffectKind;
  readonly severity: Severity;
  readonly target?: Target;
  /** `likely`: depends on a condition that usually holds. */
  readonly certainty: "certain" | "likely" | "unknown";
  /** The part of the call that causes the effect. */
  readonly words: string;
  /** Predicate of the sentence "`command` …": "deletes a directory and everything in it". No full stop. */
  readonly what: string;
  /**
   * A safe way to the same goal: a command, or an instruction. Omitted if there is none. Examples in parentheses,
   * `(…)`, are shown only for their own program.
   */
  readonly instead?: string;
}

/** Context that the analysis may use without disk access. */
export interface Where {
  readonly cwd: string;
  /** Project root. */
  readonly project: string;
  readonly home: string;
  /** As in Node's `process.platform`. */
  readonly platform: string;
}

export interface Analysis {
  readonly effects: readonly Effect[];
  /** Base names of all programs that it would start, as far as they are known. */
  readonly programs: readonly string[];
  /** All analysed invocations, including equivalent programs for tools and inline code. */
  readonly invocations: readonly Invocation[];
}
