/**
 * One fire, from selecting hooks to its decision. A state machine instead of an async loop: a hook that never settles
 * must not block the fire (late results are ignored), and racing a promise per hook would cost more.
 */

import { type Decision, type HookRun, NO_OPINION } from "../core/decision/decision.js";
import type { Failure } from "../core/decision/failure.js";
import type { Contribution } from "../core/decision/merge.js";
import { Merge } from "../core/decision/merge.js";
import { eventCan } from "../core/events/events.js";
import type { HookEvent, Presence } from "../core/events/payload.js";
import { ownFields, type ToolTable } from "../core/events/tools.js";
import { type AdmittedHook, mayAllow } from "../core/hooks/admission.js";
import type { AskQueue } from "../core/hooks/ask-user.js";
import type { Selection } from "../core/hooks/hook-table.js";
import type { Clock, Executors, HookResult } from "../core/ports.js";
import { isRecord, type JsonObject } from "../core/text/json.js";
import type { Deadlines, Waiting } from "./deadlines.js";
import {
  brokenOf,
  hookRun,
  isThenable,
  type Judge,
  judgeFailure,
  judgeSafely,
  judgeUndecided,
  ranOut,
  TOO_LATE,
  threw,
  timeoutOf,
} from "./hook-result.js";
import { type Observers, RunContext } from "./observers.js";
import { type Select, StageQueue, seesOnlyTheOriginal } from "./stage-queue.js";

export interface FireParts {
  readonly executors: Executors;
  readonly observers: Observers;
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly presence: Presence;
  readonly deadlineMs: number;
  readonly contextBudget: number;
  readonly signal?: AbortSignal;
  readonly select: Select;
  readonly askQueue?: AskQueue | undefined;
  /** The tools of the event's agent. */
  readonly tools?: ToolTable;
  /** Selected hooks that must not run, with the reason. */
  readonly skipped: readonly { readonly hook: AdmittedHook; readonly cause: string }[];
}

/** A running hook. */
interface Pending {
  readonly hook: AdmittedHook;
  readonly context: RunContext;
  readonly observation: number;
  readonly startedAt: number;
  readonly dueAt: number;
}

let observationCount = 0;

export class FireRun implements Waiting, Judge {
  readonly #parts: FireParts;
  readonly #event: HookEvent;
  readonly #turns: StageQueue;
  readonly #merge: Merge;
  readonly #runs: HookRun[] = [];
  readonly #done: (decision: Decision) => void;
  readonly #endsAt: number;
  /** Running hooks: at most one in a serial stage. */
  #pending: Pending[] = [];
  #contributions: (Contribution & { run: HookRun })[] = [];
  /** End of the last hook, and start of the next: reading the clock costs as much as a function call. */
  #now: number;
  #seen: HookEvent;
  /** Hooks whose pattern could not be evaluated. */
  #undecided: AdmittedHook[] | undefined;
  /** Deadline for rewriters; the remaining time is for the guards that check their result. */
  #projectDueAt: number;
  #choosing = false;
  #finished = false;
  #looping = false;

  /** The event must be frozen: all its hooks share it. */
  constructor(event: HookEvent, selection: Selection, parts: FireParts, done: (decision: Decision) => void) {
    const input = event.payload["tool_input"];
    this.#event = event;
    this.#seen = event;
    this.#parts = parts;
    this.#done = done;
    this.#merge = new Merge({
      event: event.name,
      input: isRecord(input) ? input : undefined,
      contextBudget: parts.contextBudget,
      ownFields: parts.tools && ownFields(parts.tools, event.payload["native_tool_name"]),
    });
    this.#turns = new StageQueue(selection.stages, this.#merge.input, parts.skipped);
    this.#now = parts.clock.now();
    this.#endsAt = this.#now + parts.deadlineMs;
    this.#projectDueAt = this.#endsAt;
    for (const { hook, cause } of parts.skipped) this.#runs.push(hookRun(hook, "skipped", 0, { cause }));
    for (const hook of selection.undecided) this.#addUndecided(hook);
    for (const hook of selection.background) this.#runs.push(hookRun(hook, "background", 0));
  }

  get presence(): Presence {
    return this.#parts.presence;
  }

  note(code: string, message: string, hook: string): void {
    this.#merge.note(code, message, hook);
  }

  begin(): void {
    const { signal } = this.#parts;
    if (signal?.aborted) this.#giveUp();
    else signal?.addEventListener("abort", this.#giveUp, { once: true });
    this.#advance();
  }

  /** Starts hooks until one is asynchronous. Iterative, so that many synchronous hooks need no stack. */
  #advance(): void {
    if (this.#looping || this.#finished) return;
    this.#looping = true;
    const turns = this.#turns;
    while (!this.#finished && !this.#choosing && this.#pending.length === 0) {
      const { stage } = turns;
      const { denied, input } = this.#merge;
      // The input changed since the guards were selected: select them again.
      if (!turns.mayRewrite && !denied && turns.isNew(input)) {
        this.#chooseGuards(input);
        continue;
      }
      // The owners' hooks are done: count undecided guards of projects, then run project and plugin hooks.
      if (!turns.ownersDone && !denied && (stage === undefined ? this.#undecided : !stage.owner)) this.#endOwners();
      // After an incidental denial the owners' other guards may still give the reason.
      const askedForReason = this.#merge.awaitsReason && stage?.guard === true && stage.owner;
      // No stage is left, or the call is denied (also by an undecided guard, just counted).
      if (stage === undefined || (this.#merge.denied && !askedForReason)) {
        this.#finish();
        break;
      }
      if (stage.strategy === "parallel") {
        // All hooks of the stage start together; they are merged when the last one ends.
        if (turns.started === 0) {
          turns.started = stage.hooks.length;
          for (const hook of stage.hooks) {
            this.#now = this.#parts.clock.now();
            this.#start(hook);
          }
        }
        if (this.#pending.length === 0) this.#endParallelStage();
      } else if (turns.started < stage.hooks.length) {
        // Serially: each sees the input that the last one left.
        this.#start(stage.hooks[turns.started++]!);
      } else turns.next();
    }
    this.#looping = false;
  }

  #chooseGuards(input: JsonObject | undefined): void {
    const use = (selection: Selection) => {
      this.#withdrawUnless(!selection.stages.some(seesOnlyTheOriginal));
      for (const hook of this.#turns.useGuards(selection, input)) this.#addUndecided(hook);
    };
    const selected = this.#parts.select(this.#eventFor());
    if (!(selected instanceof Promise)) return use(selected);
    this.#choosing = true;
    void selected.then((later) => {
      this.#choosing = false;
      if (!this.#finished) use(later);
      this.#advance();
    });
  }

  #endOwners(): void {
    this.#turns.ownersDone = true;
    for (const hook of this.#undecided ?? []) if (!mayAllow(hook.source.level)) this.#countUndecided(hook);
    if (this.#turns.hasOwnersGuards && eventCan(this.#event.name, "rewrite"))
      this.#projectDueAt -= (this.#projectDueAt - this.#now) / 2;
  }

  #endParallelStage(): void {
    const { hooks } = this.#turns.stage!;
    const positionOf = ({ hook }: Contribution) => hooks.indexOf(hook as AdmittedHook);
    const inOrder = this.#contributions.sort((a, b) => positionOf(a) - positionOf(b));
    this.#merge.addParallel(inOrder.filter(({ run }) => run.would === undefined));
    for (const { run } of inOrder) this.#runs.push(run);
    this.#contributions = [];
    this.#turns.next();
  }

  #start(hook: AdmittedHook): void {
    const { deadlines, observers, presence, askQueue } = this.#parts;
    const startedAt = this.#now;
    const { guard, owner } = this.#turns.stage!;
    const remaining = (guard || owner ? this.#endsAt : this.#projectDueAt) - startedAt;
    const id = observationCount++;
    const event = this.#event.name;
    if (observers.some)
      observers.tell({ type: "hook_started", id, hook: hook.id, event, statusMessage: hook.statusMessage });
    const context = new RunContext(hook.id, presence, observers, id, event, askQueue);
    const dueAt = startedAt + Math.min(hook.timeoutMs, remaining);
    const pending: Pending = { hook, context, observation: id, startedAt, dueAt };
    if (hook.broken) return this.#settle(pending, { ok: false, failure: brokenOf(hook.broken) });
    // Timers may fire a fraction of a millisecond early; that is too little time to start a hook.
    if (remaining < 1) return this.#settle(pending, TOO_LATE);
    const executor = this.#parts.executors[hook.run.type];
    let raw: unknown;
    try {
      raw = executor.run(hook, this.#eventFor(), context);
    } catch (error) {
      return this.#settle(pending, threw(error));
    }
    if (!isThenable(raw)) return this.#settle(pending, this.#read(raw, hook));
    this.#pending.push(pending);
    deadlines.watch(this);
    Promise.resolve(raw).then(
      (value) => this.#take(pending) && this.#settleAsync(pending, this.#read(value, hook)),
      (error: unknown) => this.#take(pending) && this.#settleAsync(pending, threw(error)),
    );
  }

  #read(raw: unknown, hook: AdmittedHook): HookResult {
    try {
      return this.#parts.executors[hook.run.type].read(raw, hook, this.#seen);
    } catch (error) {
      return threw(error);
    }
  }

  /** The event for the next hook. Frozen: a hook changes input by its answer, never in place. */
  #eventFor(): HookEvent {
    const input = this.#merge.input;
    if (input !== undefined && input !== this.#seen.payload["tool_input"]) {
      const payload = Object.freeze({ ...this.#event.payload, tool_input: Object.freeze(input) });
      this.#seen = { ...this.#event, payload };
    }
    return this.#seen;
  }

  /** False if its result is no longer expected. */
  #take(pending: Pending): boolean {
    const index = this.#pending.indexOf(pending);
    if (index < 0) return false;
    if (this.#pending.length === 1) this.#pending.pop();
    else this.#pending.splice(index, 1);
    return true;
  }

  #settleAsync(pending: Pending, result: HookResult): void {
    this.#settle(pending, result);
    this.#advance();
  }

  #settle(pending: Pending, result: HookResult): void {
    const { hook } = pending;
    this.#now = this.#parts.clock.now();
    const ms = this.#now - pending.startedAt;
    const { output, run: judged } = judgeSafely(this, hook, result, ms);
    const { said } = pending.context;
    const run = said === "" ? judged : { ...judged, stderr: said };
    if (!result.ok) this.#withdrawUnless(!mayAllow(hook.source.level) || !ranOut(result.failure));
    const { observers } = this.#parts;
    const event = this.#event.name;
    if (observers.some) observers.tell({ type: "hook_response", id: pending.observation, hook: hook.id, event, run });
    if (this.#turns.stage?.strategy === "parallel") {
      this.#contributions.push({ hook, output, ms, run, again: this.#turns.ownersDone });
      return;
    }
    this.#runs.push(run);
    if (output !== NO_OPINION && run.would === undefined)
      this.#merge.add({ hook, output, ms, again: this.#turns.ownersDone });
  }

  /** Drops project rewrites that an owner's guard could not check. */
  #withdrawUnless(judged: boolean): void {
    if (judged || !this.#turns.ownersDone) return;
    this.#turns.withdrawn = true;
    this.#merge.withdrawProjectRewrites();
  }

  #addUndecided(hook: AdmittedHook): void {
    this.#undecided ??= [];
    if (this.#undecided.includes(hook)) return;
    this.#undecided.push(hook);
    if (this.#turns.ownersDone || mayAllow(hook.source.level)) this.#countUndecided(hook);
  }

  #countUndecided(hook: AdmittedHook): void {
    const { output, run } = judgeUndecided(this, hook, this.#event);
    this.#runs.push(run);
    this.#merge.add({ hook, output, ms: 0 });
  }

  get dueAt(): number {
    return this.#pending.reduce((first, { dueAt }) => Math.min(first, dueAt), Number.POSITIVE_INFINITY);
  }

  endOverdue(now: number): void {
    const overdue = this.#pending.filter(({ dueAt }) => dueAt <= now);
    this.#pending = this.#pending.filter(({ dueAt }) => dueAt > now);
    for (const pending of overdue) {
      pending.context.abort("timeout");
      this.#settle(pending, { ok: false, failure: timeoutOf(pending) });
    }
    this.#advance();
  }

  readonly #giveUp = (): void => {
    // Called from inside a hook that is being started: deferred until the loop is idle.
    if (this.#looping) {
      queueMicrotask(this.#giveUp);
      return;
    }
    if (this.#finished) return;
    const failure: Failure = { cause: "aborted", message: "the caller gave up waiting" };
    for (const pending of this.#pending.splice(0)) {
      pending.context.abort("aborted");
      this.#settle(pending, { ok: false, failure });
    }
    const turns = this.#turns;
    if (turns.stage?.strategy === "parallel" && turns.started > 0) this.#endParallelStage();
    this.#withdrawUnless(
      !turns.isNew(this.#merge.input) && turns.notStarted.every(({ source }) => !mayAllow(source.level)),
    );
    for (; turns.stage !== undefined && !this.#merge.denied; turns.next()) {
      for (const hook of turns.stage.hooks.slice(turns.started)) {
        const { output, run } = judgeFailure(this, hook, failure, 0);
        this.#runs.push(run);
        this.#merge.add({ hook, output, ms: 0, again: turns.ownersDone });
      }
    }
    this.#finish();
  };

  #finish(): void {
    if (this.#finished) return;
    this.#finished = true;
    this.#parts.deadlines.forget(this);
    this.#parts.signal?.removeEventListener("abort", this.#giveUp);
    // After a deny the rest does not run (OU-12); the record still names them.
    for (const hook of this.#merge.denied ? this.#turns.notStarted : [])
      this.#runs.push(hookRun(hook, "skipped", 0, { cause: "denied-before" }));
    this.#done(this.#merge.finish(this.#runs));
  }
}
