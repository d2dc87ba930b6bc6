/**
 * External dependencies of the engine and the commands. Implementations are in executors/, sources/, runtime/platform/
 * and cli/human/; everything else knows only these interfaces.
 */

import type { HookOutput } from "./decision/decision.js";
import type { Failure } from "./decision/failure.js";
import type { Finding } from "./errors.js";
import type { HookEvent } from "./events/payload.js";
import type { AdmittedHook } from "./hooks/admission.js";
import type { DialectProfile } from "./hooks/dialect.js";
import type { HookContext, HookType } from "./hooks/hook.js";

/** Output and exit of a process; kept in the record and shown by `snaphook test`. */
export interface ProcessTrace {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  /** Only the tail. */
  readonly stderr: string;
}

export type HookResult =
  | {
      readonly ok: true;
      readonly output: HookOutput;
      readonly process?: ProcessTrace;
      readonly warning?: string;
      /** An answer without meaning on this event: a guard that gives one has not decided. */
      readonly unread?: string;
    }
  | { readonly ok: false; readonly failure: Failure; readonly process?: ProcessTrace };

/**
 * Runs hooks of one type. `run` returns the raw answer or a promise of it. It should not throw; if it does, the engine
 * records the failure `threw`. It must stop when `context.signal` is aborted.
 */
export interface Executor<Raw = unknown> {
  readonly type: HookType;
  run(hook: AdmittedHook, event: HookEvent, context: HookContext): Raw | Promise<Raw>;
  /** Parses the raw answer. Called once, synchronously, never after the deadline. */
  read(raw: Raw, hook: AdmittedHook, event: HookEvent): HookResult;
  /** Terminates everything that still runs. */
  close?(): void;
}

export type Executors = Readonly<Record<HookType, Executor>>;

/** Event-time profiles of config dialects, by name. */
export type Profiles = Readonly<Record<string, DialectProfile>>;

/** A linear-time regular expression engine. `compile` throws on syntax it lacks. */
export interface RegexEngine {
  compile(source: string): (text: string) => boolean;
}

/** Runs a backtracking expression where it can be terminated. Never rejects. */
export interface SlowRegex {
  test(source: string, text: string): Promise<boolean | "timeout">;
  close(): void;
}

/**
 * Small state that persists across processes: forced continues, once-per-session marks, first answers. `update` is
 * atomic per key across processes. A broken or unreachable store must not stop an event: implementations fall back to
 * `undefined`.
 */
export interface StatePort {
  /** The value of a key; `undefined` if there is none. */
  read(key: string): Promise<unknown>;
  /**
   * Replaces the value with the result of `change`; `undefined` removes it. Returns the new value. `change` may be called
   * several times; the last call decides. What it returns unchanged is not written.
   */
  update(key: string, change: (old: unknown) => unknown): Promise<unknown>;
  /** Removes entries that were not used for `maxAgeMs`. */
  sweep(maxAgeMs: number): Promise<number>;
}

export interface Clock {
  /** Monotonic milliseconds. */
  now(): number;
  /** Calls `then` after `ms` milliseconds, possibly earlier if `ms` exceeds 24 days. Returns a cancel function. */
  after(ms: number, then: () => void): () => void;
}

/**
 * Verifies that a human is present and agrees. Every command that loosens the policy uses it, and nothing else decides
 * that. Results are values; no method rejects. The terminal is one implementation; a dialog, a phone or a page could be
 * others.
 */
export interface PersonCheck {
  /** False if an agent or a hook started this process. True for a script. */
  isNoAgent(): Promise<Yes | No>;
  /**
   * True if a human can be asked, or if the user has permitted this script. Asks nothing. False if an agent may be the
   * caller.
   */
  isPerson(): Promise<Confirmed | No>;
  /**
   * Asks the user. `what` completes "to …": what will happen (`let it run once`). The caller has shown the subject
   * before. Implies `isPerson`. Aborting `signal` withdraws the question. `elsewhere` shows the text with the code on this
   * screen, and waits for what the user types in another place that they see, such as the local page.
   */
  confirm(
    what: string,
    signal?: AbortSignal,
    elsewhere?: (shown: string) => Promise<string | undefined>,
  ): Promise<Confirmed | No>;
}

export interface Yes {
  readonly yes: true;
}

export interface No {
  readonly yes: false;
  readonly why: Finding;
}

export interface Confirmed extends Yes {
  /** Who agreed, for the record. */
  readonly by: { readonly user: string; readonly terminal: string };
}
