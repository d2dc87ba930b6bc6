/**
 * What the engine and the commands need from the world. Implementations live in executors/, sources/, runtime/platform/
 * and cli/human/; everything else knows only these interfaces.
 */

import type { HookOutput } from "./decision/decision.js";
import type { Failure } from "./decision/failure.js";
import type { Finding } from "./errors.js";
import type { HookEvent } from "./events/payload.js";
import type { AdmittedHook } from "./hooks/admission.js";
import type { DialectProfile } from "./hooks/dialect.js";
import type { HookContext, HookType } from "./hooks/hook.js";

/** What a process printed and how it ended; kept in the record and shown by `snaphook test`. */
export interface ProcessTrace {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  /** Only the end of it. */
  readonly stderr: string;
}

export type HookResult =
  | {
      readonly ok: true;
      readonly output: HookOutput;
      readonly process?: ProcessTrace;
      readonly warning?: string;
      /** An answer that was given and means nothing here: a guard that gives one has not decided. */
      readonly unread?: string;
    }
  | { readonly ok: false; readonly failure: Failure; readonly process?: ProcessTrace };

/**
 * Runs hooks of one type. `run` may return the raw answer at once or a promise of it; it should not throw, and
 * when it does the engine records the failure `threw`. It must give up when `context.signal` is aborted.
 */
export interface Executor<Raw = unknown> {
  readonly type: HookType;
  run(hook: AdmittedHook, event: HookEvent, context: HookContext): Raw | Promise<Raw>;
  /** Turns the raw answer into a result. Called once, synchronously, never after the deadline. */
  read(raw: Raw, hook: AdmittedHook, event: HookEvent): HookResult;
  /** Ends whatever still runs, at once. */
  close?(): void;
}

export type Executors = Readonly<Record<HookType, Executor>>;

/** Event-time profiles of config dialects, by name. */
export type Profiles = Readonly<Record<string, DialectProfile>>;

/** A linear-time regular expression engine. `compile` throws on syntax it lacks. */
export interface RegexEngine {
  compile(source: string): (text: string) => boolean;
}

/** Runs a backtracking expression where it can be ended. Never rejects. */
export interface SlowRegex {
  test(source: string, text: string): Promise<boolean | "timeout">;
  close(): void;
}

/**
 * Small facts that must outlive a process: forced continues, once-per-session marks, first answers.
 * `update` is atomic per key across processes: no two updates of one key interleave.
 * A broken or unreachable store must not stop an event: implementations fall back to `undefined`.
 */
export interface StatePort {
  /** The value of a key; `undefined` if there is none. */
  read(key: string): Promise<unknown>;
  /** Replaces the value by what `change` returns; `undefined` removes it. Returns the new value. */
  update(key: string, change: (old: unknown) => unknown): Promise<unknown>;
  /** Removes what nobody touched for `maxAgeMs`. */
  sweep(maxAgeMs: number): Promise<number>;
}

export interface Clock {
  /** Monotonic milliseconds. */
  now(): number;
  /** Calls `then` after `ms` milliseconds, possibly earlier if `ms` exceeds 24 days. Returns the function that cancels it. */
  after(ms: number, then: () => void): () => void;
}

/**
 * Whether a person is here, and whether this person agrees. Every command that makes things less strict asks it, and
 * nothing else decides that. Answers are values; no method rejects. One implementation is the terminal; a dialog, a phone or
 * a page can be others.
 */
export interface PersonCheck {
  /** No if an agent or a hook is seen to have started this. A script passes. */
  isNoAgent(): Promise<Yes | No>;
  /** Whether a person is here to be asked, or a script that the user has permitted. Asks nothing. No if an agent may be. */
  isPerson(): Promise<Yes | No>;
  /**
   * Asks the person. `what` completes "to …": what will happen (`let it run once`). The caller has shown before what it is
   * about. Implies `isPerson`. Aborting `signal` withdraws the question.
   */
  confirm(what: string, signal?: AbortSignal): Promise<Confirmed | No>;
}

export interface Yes {
  readonly yes: true;
}

export interface No {
  readonly yes: false;
  readonly why: Finding;
}

export interface Confirmed extends Yes {
  /** Who it was, for the record. */
  readonly by: { readonly user: string; readonly terminal: string };
}
