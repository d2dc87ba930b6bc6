/**
 * Fires events through an immutable table of hooks. Never throws, never rejects, never hangs: every failure of
 * a hook is a value in the decision, and every fire ends at its deadline.
 */
import type { AdmittedHook } from "../core/admission.js";
import { type Decision, NO_DECISION } from "../core/decision.js";
import { DEFAULT_CONTEXT_BUDGET } from "../core/merge.js";
import type { HookEvent, Presence } from "../core/payload.js";
import type { HookTable, Selection } from "../core/plan.js";
import type { Clock, Executors, StatePort } from "../core/ports.js";
import { runInBackground } from "./background.js";
import { FireRun } from "./fire-run.js";
import { type Observer, Observers } from "./observers.js";
import { takeOnce } from "./once.js";
import { capContinues, DEFAULT_CONTINUE_CAP, forgetContinues, isStop } from "./stop-loop.js";

export interface EngineOptions {
  readonly table: HookTable;
  readonly executors: Executors;
  readonly state: StatePort;
  readonly clock?: Clock;
  readonly presence?: Presence;
  readonly deadlineMs?: number;
  readonly contextBudget?: number;
  /** Consecutive forced continues before the agent may stop all the same. */
  readonly continueCap?: number;
  /** Takes over background hooks, for processes that end with the event. In-process when absent. */
  readonly handOff?: (hooks: readonly AdmittedHook[], event: HookEvent) => void;
}

export interface FireOptions {
  readonly presence?: Presence;
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
}

/** Longer than any agent waits; a hook's own timeout is what ends it. */
export const DEFAULT_DEADLINE_MS = 3_600_000;

const NOTHING = Promise.resolve(NO_DECISION);
const NONE_SKIPPED: readonly never[] = Object.freeze([]);

type Skipped = { readonly hook: AdmittedHook; readonly cause: string };

export class Engine {
  readonly #options: EngineOptions;
  readonly #observers = new Observers();
  readonly #clock: Clock;
  readonly #background = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  #table: HookTable;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#table = options.table;
    this.#clock = options.clock ?? performance;
  }

  get table(): HookTable {
    return this.#table;
  }

  /** From the next fire on; fires under way keep what they started with (EX-26). */
  replaceTable(table: HookTable): void {
    this.#table = table;
  }

  observe(observer: Observer): () => void {
    return this.#observers.add(observer);
  }

  fire(event: HookEvent, options: FireOptions = {}): Promise<Decision> {
    const selection = this.#table.select(event);
    if (selection instanceof Promise)
      return selection.then((selected) => this.#prepare(event, selected, options));
    if (
      selection.stages.length === 0 &&
      selection.background.length === 0 &&
      selection.undecided.length === 0
    ) {
      return event.name === "UserPromptSubmit" ? this.#nothingToRun(event) : NOTHING;
    }
    return this.#prepare(event, selection, options);
  }

  /** Waits for background hooks to end, or ends them after `graceMs`; then everything else that still runs. */
  async close(graceMs = 0): Promise<void> {
    if (this.#background.size > 0 && graceMs > 0) {
      await Promise.race([
        Promise.allSettled(this.#background),
        new Promise((done) => setTimeout(done, graceMs)),
      ]);
    }
    this.#closing.abort("closed");
    for (const executor of Object.values(this.#options.executors)) executor.close?.();
    await Promise.allSettled(this.#background);
  }

  /** Only when something about the event needs the state first: most fires go straight through. */
  #prepare(event: HookEvent, selection: Selection, options: FireOptions): Promise<Decision> {
    const needsState = isStop(event) || event.name === "UserPromptSubmit" || hasOnce(selection);
    return needsState
      ? this.#runWithState(event, selection, options)
      : this.#run(event, selection, options, NONE_SKIPPED);
  }

  async #runWithState(event: HookEvent, selection: Selection, options: FireOptions): Promise<Decision> {
    const { state, continueCap = DEFAULT_CONTINUE_CAP } = this.#options;
    const skipped: Skipped[] = [];
    if (event.name === "UserPromptSubmit") await this.#nothingToRun(event);
    let remaining = selection;
    if (isStop(event) && event.payload["stop_hook_active"] === true) {
      remaining = without(remaining, (hook) => !hook.runWhenActive, "already-continuing", skipped);
    }
    if (hasOnce(remaining)) {
      const used = await takeOnce(
        state,
        event,
        allHooks(remaining).filter((hook) => hook.once),
      );
      remaining = without(remaining, (hook) => used.has(hook.id), "once-per-session", skipped);
    }
    const decision = await this.#run(event, remaining, options, skipped);
    return isStop(event) ? capContinues(state, event, decision, continueCap) : decision;
  }

  /** A new prompt ends a row of forced continues. */
  async #nothingToRun(event: HookEvent): Promise<Decision> {
    if (this.#table.has("Stop") || this.#table.has("SubagentStop"))
      await forgetContinues(this.#options.state, event);
    return NO_DECISION;
  }

  #run(
    event: HookEvent,
    selection: Selection,
    options: FireOptions,
    skipped: readonly Skipped[],
  ): Promise<Decision> {
    if (selection.background.length > 0) this.#startBackground(selection.background, event, options);
    return new Promise((done) => {
      new FireRun(
        event,
        selection,
        {
          executors: this.#options.executors,
          observers: this.#observers,
          clock: this.#clock,
          presence: options.presence ?? this.#options.presence ?? "unknown",
          deadlineMs: options.deadlineMs ?? this.#options.deadlineMs ?? DEFAULT_DEADLINE_MS,
          contextBudget: this.#options.contextBudget ?? DEFAULT_CONTEXT_BUDGET,
          signal: options.signal,
          skipped,
        },
        done,
      ).begin();
    });
  }

  #startBackground(hooks: readonly AdmittedHook[], event: HookEvent, options: FireOptions): void {
    if (this.#options.handOff) return this.#options.handOff(hooks, event);
    const presence = options.presence ?? this.#options.presence ?? "unknown";
    for (const hook of hooks) {
      const job = runInBackground(hook, event, {
        executors: this.#options.executors,
        observers: this.#observers,
        clock: this.#clock,
        presence,
        signal: this.#closing.signal,
      });
      this.#background.add(job);
      void job.finally(() => this.#background.delete(job));
    }
  }
}

function allHooks(selection: Selection): AdmittedHook[] {
  return [...selection.stages.flatMap((stage) => stage.hooks), ...selection.background];
}

function hasOnce(selection: Selection): boolean {
  return (
    selection.stages.some((stage) => stage.hooks.some((hook) => hook.once)) ||
    selection.background.some((hook) => hook.once)
  );
}

function without(
  selection: Selection,
  drop: (hook: AdmittedHook) => boolean,
  cause: string,
  skipped: Skipped[],
): Selection {
  for (const hook of allHooks(selection).filter(drop)) skipped.push({ hook, cause });
  return {
    stages: selection.stages
      .map((stage) => ({ ...stage, hooks: stage.hooks.filter((hook) => !drop(hook)) }))
      .filter((stage) => stage.hooks.length > 0),
    background: selection.background.filter((hook) => !drop(hook)),
    undecided: selection.undecided.filter((hook) => !drop(hook)),
  };
}
