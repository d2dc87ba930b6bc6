/**
 * One fire, from its selection of hooks to its decision. A small state machine instead of an async loop: a hook
 * that never settles must not hold up the fire, and racing a promise per hook would cost more than the hooks.
 *
 * One timer serves the whole fire. What settles late is ignored; its process has been ended by then.
 */
import type { AdmittedHook } from "../core/admission.js";
import type { Decision, HookOutput, HookRun } from "../core/decision.js";
import { NO_OPINION } from "../core/decision.js";
import { type Failure, failureMode, outputOfFailure } from "../core/failure.js";
import { frozenCopy, isRecord, type JsonObject } from "../core/json.js";
import { type Contribution, Merge } from "../core/merge.js";
import type { BasePayload, HookEvent, Presence } from "../core/payload.js";
import type { Selection, Stage } from "../core/plan.js";
import type { Clock, Executors, HookResult } from "../core/ports.js";
import type { Observers } from "./observers.js";
import { contributions, isThenable, record, spoken, summarise, threw, timeoutOf } from "./outcomes.js";
import { RunContext } from "./run-context.js";

export interface FireParts {
  readonly executors: Executors;
  readonly observers: Observers;
  readonly clock: Clock;
  readonly presence: Presence;
  readonly deadlineMs: number;
  readonly contextBudget: number;
  readonly signal?: AbortSignal;
  /** Hooks that were selected but shall not run, with the reason. */
  readonly skipped: readonly { readonly hook: AdmittedHook; readonly cause: string }[];
}

interface Pending {
  readonly hook: AdmittedHook;
  readonly index: number;
  readonly context: RunContext;
  readonly observation: number;
  readonly startedAt: number;
  readonly dueAt: number;
}

/** setTimeout takes no more than this; longer waits are armed again when it fires. */
const LONGEST_TIMER = 2_147_483_647;
let observationCount = 0;

export class FireRun {
  readonly #parts: FireParts;
  readonly #event: HookEvent;
  readonly #stages: readonly Stage[];
  readonly #merge: Merge;
  readonly #runs: HookRun[] = [];
  readonly #done: (decision: Decision) => void;
  readonly #startedAt: number;
  /** Hooks in flight: one at most in a serial stage. */
  readonly #pending = new Set<Pending>();
  #stage = 0;
  #next = 0;
  #contributions: (Contribution & { run: HookRun })[] = [];
  #timer: NodeJS.Timeout | undefined;
  #timerDueAt = Number.POSITIVE_INFINITY;
  #seen: HookEvent;
  #seenInput: JsonObject | undefined;
  #finished = false;
  #looping = false;

  constructor(event: HookEvent, selection: Selection, parts: FireParts, done: (decision: Decision) => void) {
    const input = event.payload["tool_input"];
    this.#event = event;
    this.#seen = event;
    this.#parts = parts;
    this.#stages = selection.stages;
    this.#done = done;
    this.#merge = new Merge({
      event: event.name,
      input: isRecord(input) ? input : undefined,
      contextBudget: parts.contextBudget,
    });
    this.#startedAt = parts.clock.now();
    for (const { hook, cause } of parts.skipped) this.#runs.push(record(hook, "skipped", 0, { cause }));
    for (const hook of selection.undecided) this.#addUndecided(hook);
    for (const hook of selection.background) this.#runs.push(record(hook, "background", 0));
  }

  begin(): void {
    const { signal } = this.#parts;
    if (signal?.aborted) this.#giveUp();
    else signal?.addEventListener("abort", this.#giveUp, { once: true });
    this.#advance();
  }

  /** Starts hooks until one has to be waited for. Iterative, so that many synchronous hooks need no stack. */
  #advance(): void {
    if (this.#looping || this.#finished) return;
    this.#looping = true;
    while (!this.#finished && this.#pending.size === 0) {
      const stage = this.#stages[this.#stage];
      if (stage === undefined || this.#merge.denied) {
        this.#finish();
        break;
      }
      if (stage.strategy === "parallel") {
        if (this.#next === 0) {
          for (const hook of stage.hooks) this.#start(hook, this.#next++);
        }
        if (this.#pending.size === 0) this.#endParallelStage();
      } else if (this.#next < stage.hooks.length) this.#start(stage.hooks[this.#next]!, this.#next++);
      else this.#enterStage(this.#stage + 1);
    }
    this.#looping = false;
  }

  #enterStage(stage: number): void {
    this.#stage = stage;
    this.#next = 0;
    this.#contributions = [];
  }

  #endParallelStage(): void {
    const inOrder = this.#contributions.sort((a, b) => this.#positionOf(a) - this.#positionOf(b));
    this.#merge.addParallel(inOrder.filter(({ run }) => run.would === undefined));
    for (const { run } of inOrder) this.#runs.push(run);
    this.#enterStage(this.#stage + 1);
  }

  #positionOf({ hook }: Contribution): number {
    return this.#stages[this.#stage]!.hooks.indexOf(hook as AdmittedHook);
  }

  #start(hook: AdmittedHook, index: number): void {
    const { clock, observers, presence, deadlineMs } = this.#parts;
    const startedAt = clock.now();
    const remaining = this.#startedAt + deadlineMs - startedAt;
    const observation = observationCount++;
    if (observers.some) {
      observers.tell({
        type: "hook_started",
        id: observation,
        hook: hook.id,
        event: this.#event.name,
        statusMessage: hook.statusMessage,
      });
    }
    const context = new RunContext(hook.id, presence, (text) => {
      if (observers.some)
        observers.tell({
          type: "hook_progress",
          id: observation,
          hook: hook.id,
          event: this.#event.name,
          text,
        });
    });
    const pending: Pending = {
      hook,
      index,
      context,
      observation,
      startedAt,
      dueAt: startedAt + Math.min(hook.timeoutMs, remaining),
    };
    if (hook.broken)
      return this.#settle(pending, { ok: false, failure: { cause: "broken", message: hook.broken.message } });
    if (remaining <= 0)
      return this.#settle(pending, {
        ok: false,
        failure: { cause: "deadline", message: "the event's time was used up before it could start" },
      });
    const executor = this.#parts.executors[hook.run.type];
    const event = this.#eventFor();
    let raw: unknown;
    try {
      raw = executor.run(hook, event, context);
    } catch (error) {
      return this.#settle(pending, threw(error));
    }
    if (!isThenable(raw)) return this.#settle(pending, this.#read(raw, hook));
    this.#pending.add(pending);
    this.#arm(pending.dueAt);
    Promise.resolve(raw).then(
      (value) => this.#pending.has(pending) && this.#settleAsync(pending, this.#read(value, hook)),
      (error: unknown) => this.#pending.has(pending) && this.#settleAsync(pending, threw(error)),
    );
  }

  #read(raw: unknown, hook: AdmittedHook): HookResult {
    try {
      return this.#parts.executors[hook.run.type].read(raw, hook, this.#seen);
    } catch (error) {
      return threw(error);
    }
  }

  /** The event as the next hook shall see it. Frozen: a hook changes input by answering, never in place. */
  #eventFor(): HookEvent {
    const input = this.#merge.input;
    if (this.#seen === this.#event || this.#seenInput !== input) {
      const payload: BasePayload = { ...this.#event.payload };
      if (input !== undefined) payload["tool_input"] = frozenCopy(input);
      this.#seenInput = input;
      this.#seen = { ...this.#event, payload: Object.freeze(payload) };
    }
    return this.#seen;
  }

  #settleAsync(pending: Pending, result: HookResult): void {
    this.#pending.delete(pending);
    this.#settle(pending, result);
    this.#advance();
  }

  #settle(pending: Pending, result: HookResult): void {
    const { hook } = pending;
    const ms = this.#parts.clock.now() - pending.startedAt;
    const { output, run } = this.#judge(hook, result, ms);
    if (this.#parts.observers.some) {
      this.#parts.observers.tell({
        type: "hook_response",
        id: pending.observation,
        hook: hook.id,
        event: this.#event.name,
        run,
      });
    }
    if (this.#stages[this.#stage]?.strategy === "parallel") {
      this.#contributions.push({ hook, output, ms, run });
      return;
    }
    this.#runs.push(run);
    if (output !== NO_OPINION && run.would === undefined) this.#merge.add({ hook, output, ms });
  }

  #judge(hook: AdmittedHook, result: HookResult, ms: number): { output: HookOutput; run: HookRun } {
    if (!result.ok) return this.#judgeFailure(hook, result.failure, ms);
    const { output } = result;
    if (result.warning !== undefined) this.#merge.note("HOOK_WARNING", result.warning, hook.id);
    if (hook.mode === "observe" && output !== NO_OPINION) {
      this.#merge.note("OBSERVED", `In observe mode; it would have answered ${summarise(output)}.`, hook.id);
      return { output, run: record(hook, "observed", ms, { would: output }) };
    }
    if (output === NO_OPINION) return { output, run: record(hook, "none", ms) };
    const did = contributions(output);
    return { output, run: record(hook, output.verdict ?? "none", ms, did.length > 0 ? { did } : undefined) };
  }

  #judgeFailure(hook: AdmittedHook, failure: Failure, ms: number): { output: HookOutput; run: HookRun } {
    const declared = failureMode(hook, failure, this.#parts.presence);
    const answered = hook.mode === "observe" ? "allow" : declared;
    this.#merge.note(
      "HOOK_FAILED",
      `Hook "${hook.id}" failed (${failure.cause}): ${failure.message}. Answered: ${spoken(answered)}.`,
      hook.id,
    );
    const output = outputOfFailure(hook, failure, answered);
    const facts = { cause: failure.cause, detail: failure.message, answered };
    return {
      output: Object.keys(output).length === 0 ? NO_OPINION : output,
      run: record(hook, "failed", ms, facts),
    };
  }

  /** A pattern that could not be decided: a guard counts as matched and broken, an observer stays out. */
  #addUndecided(hook: AdmittedHook): void {
    const failure: Failure = { cause: "slow-pattern", message: "its pattern could not be decided in time" };
    if (!hook.guard) {
      this.#runs.push(record(hook, "skipped", 0, { cause: failure.cause }));
      this.#merge.note("HOOK_FAILED", `Hook "${hook.id}" was left out: ${failure.message}.`, hook.id);
      return;
    }
    const { output, run } = this.#judgeFailure(hook, failure, 0);
    this.#runs.push(run);
    this.#merge.add({ hook, output, ms: 0 });
  }

  #arm(dueAt: number): void {
    if (dueAt >= this.#timerDueAt) return;
    clearTimeout(this.#timer);
    this.#timerDueAt = dueAt;
    const wait = Math.min(LONGEST_TIMER, Math.max(0, dueAt - this.#parts.clock.now()));
    this.#timer = setTimeout(this.#onTimer, Math.ceil(wait));
  }

  readonly #onTimer = (): void => {
    this.#timer = undefined;
    this.#timerDueAt = Number.POSITIVE_INFINITY;
    // Timers may fire a fraction of a millisecond early.
    const now = this.#parts.clock.now() + 1;
    for (const pending of [...this.#pending]) {
      if (pending.dueAt > now) this.#arm(pending.dueAt);
      else {
        this.#pending.delete(pending);
        pending.context.abort("timeout");
        this.#settle(pending, { ok: false, failure: timeoutOf(pending) });
      }
    }
    this.#advance();
  };

  readonly #giveUp = (): void => {
    // Asked from inside a hook that is just being started: once the loop has come to rest.
    if (this.#looping) {
      queueMicrotask(this.#giveUp);
      return;
    }
    if (this.#finished) return;
    const failure: Failure = { cause: "aborted", message: "the caller gave up waiting" };
    for (const pending of [...this.#pending]) {
      this.#pending.delete(pending);
      pending.context.abort("aborted");
      this.#settle(pending, { ok: false, failure });
    }
    if (this.#stages[this.#stage]?.strategy === "parallel" && this.#next > 0) this.#endParallelStage();
    for (; this.#stage < this.#stages.length && !this.#merge.denied; this.#enterStage(this.#stage + 1)) {
      for (const hook of this.#stages[this.#stage]!.hooks.slice(this.#next)) {
        const { output, run } = this.#judgeFailure(hook, failure, 0);
        this.#runs.push(run);
        this.#merge.add({ hook, output, ms: 0 });
      }
    }
    this.#finish();
  };

  #finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    clearTimeout(this.#timer);
    this.#parts.signal?.removeEventListener("abort", this.#giveUp);
    for (const hook of this.#notRun())
      this.#runs.push(record(hook, "skipped", 0, { cause: "denied-before" }));
    this.#done(this.#merge.finish(this.#runs));
  }

  /** After a deny the rest does not run (OU-12); the record still names them. */
  *#notRun(): Iterable<AdmittedHook> {
    for (let stage = this.#stage; stage < this.#stages.length; stage++) {
      const { hooks, strategy } = this.#stages[stage]!;
      const started =
        stage === this.#stage ? (strategy === "parallel" && this.#next > 0 ? hooks.length : this.#next) : 0;
      yield* hooks.slice(started);
    }
  }
}
