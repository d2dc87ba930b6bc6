/**
 * Fires events through an immutable table of hooks. Never throws, never rejects, never hangs: every hook failure is a
 * value in the decision, and every fire ends at its deadline.
 */

import { type Decision, NO_DECISION } from "../core/decision/decision.js";
import { DEFAULT_CONTEXT_BUDGET } from "../core/decision/merge.js";
import { type BasePayload, type HookEvent, missingField, type Presence } from "../core/events/payload.js";
import type { ToolTable } from "../core/events/tools.js";
import { type AdmittedHook, mayAllow } from "../core/hooks/admission.js";
import type { AskQueue } from "../core/hooks/ask-user.js";
import type { HookTable, Selection } from "../core/hooks/hook-table.js";
import type { Clock, Executors, StatePort } from "../core/ports.js";
import { freezeNew, type JsonObject } from "../core/text/json.js";
import { runInBackground } from "./background.js";
import { Deadlines } from "./deadlines.js";
import { FireRun } from "./fire-run.js";
import { noteIncomplete, selectIncomplete } from "./incomplete-payload.js";
import { type Observer, Observers } from "./observers.js";
import {
  capContinues,
  continuedByProject,
  DEFAULT_CONTINUE_CAP,
  forgetContinues,
  isContinuing,
  isStop,
  safeUpdate,
  takeOnce,
  type UpdateState,
} from "./session-state.js";

export interface EngineOptions {
  readonly table: HookTable;
  readonly executors: Executors;
  readonly state: StatePort;
  readonly clock: Clock;
  readonly presence?: Presence;
  readonly deadlineMs?: number;
  readonly contextBudget?: number;
  /** Maximum consecutive forced continues; then the agent may stop. */
  readonly continueCap?: number;
  /** The tools of the event's agent, for rewrites with native names. */
  readonly tools?: ToolTable;
  /** Working directory for events without one. Payloads of custom events stay unchanged. */
  readonly folder?: () => string;
  /** Takes over background hooks, for processes that end with the event (default: in process). */
  readonly handOff?: (hooks: readonly AdmittedHook[], event: HookEvent) => void;
  /** Where hooks can ask the user (default: nowhere). */
  readonly askQueue?: AskQueue | undefined;
}

export interface FireOptions {
  /** True if the user can answer now. */
  readonly presence?: Presence;
  /** Time limit of the whole fire. */
  readonly deadlineMs?: number;
  /** Abort it to give up: running hooks are terminated. */
  readonly signal?: AbortSignal;
}

/** Longer than any agent waits; a hook's own timeout ends it earlier. */
export const DEFAULT_DEADLINE_MS = 3_600_000;

const NOTHING = Promise.resolve(NO_DECISION);
const NO_OPTIONS: FireOptions = Object.freeze({});
const NONE_SKIPPED: readonly never[] = Object.freeze([]);

type Skipped = { readonly hook: AdmittedHook; readonly cause: string };

export class Engine {
  readonly #options: EngineOptions;
  readonly #observers = new Observers();
  readonly #clock: Clock;
  readonly #deadlines: Deadlines;
  readonly #background = new Set<Promise<void>>();
  readonly #update: UpdateState;
  #table: HookTable;
  /** Created when a background hook needs it. */
  #closing: AbortController | undefined;
  #closed = false;

  constructor(options: EngineOptions) {
    this.#options = options;
    this.#table = options.table;
    this.#clock = options.clock;
    this.#deadlines = new Deadlines(this.#clock);
    this.#update = safeUpdate(options.state, options.clock);
  }

  get table(): HookTable {
    return this.#table;
  }

  /** Applies to later fires; running fires keep their table. */
  replaceTable(table: HookTable): void {
    this.#table = table;
  }

  observe(observer: Observer): () => void {
    return this.#observers.add(observer);
  }

  fire(given: HookEvent, options: FireOptions = NO_OPTIONS): Promise<Decision> {
    if (!this.#table.concerns(given)) return this.#nothingToRun(given);
    const event = frozenEvent(given, this.#options.folder);
    const missing = missingField(event);
    if (missing !== undefined) return this.#fireIncomplete(event, missing, options);
    const selection = this.#table.select(event);
    if (selection instanceof Promise) return selection.then((selected) => this.#prepare(event, selected, options));
    if (selection.stages.length === 0 && selection.background.length === 0 && selection.undecided.length === 0) {
      return this.#nothingToRun(event);
    }
    return this.#prepare(event, selection, options);
  }

  async #fireIncomplete(event: HookEvent, missing: string, options: FireOptions): Promise<Decision> {
    return noteIncomplete(await this.#prepare(event, await selectIncomplete(this.#table, event), options), missing);
  }

  /** Waits for background hooks, terminates them after `graceMs`, and then everything else. */
  async close(graceMs = 0): Promise<void> {
    if (this.#background.size > 0 && graceMs > 0) {
      let cancelTimer: (() => void) | undefined;
      const grace = new Promise<void>((done) => {
        cancelTimer = this.#clock.after(graceMs, done);
      });
      await Promise.race([Promise.allSettled(this.#background), grace]);
      cancelTimer?.(); // otherwise it would keep the process alive
    }
    this.#closed = true;
    this.#closing?.abort("closed");
    for (const executor of Object.values(this.#options.executors)) executor.close?.();
    await Promise.allSettled(this.#background);
  }

  /** Only if the event needs the state first: most fires continue synchronously. */
  #prepare(event: HookEvent, selection: Selection, options: FireOptions): Promise<Decision> {
    const needsState = isStop(event) || event.name === "UserPromptSubmit" || selection.once;
    return needsState
      ? this.#runWithState(event, selection, options)
      : this.#run(event, selection, options, NONE_SKIPPED);
  }

  async #runWithState(event: HookEvent, selection: Selection, options: FireOptions): Promise<Decision> {
    const { continueCap = DEFAULT_CONTINUE_CAP } = this.#options;
    const skipped: Skipped[] = [];
    await this.#nothingToRun(event);
    let remaining = selection;
    if (isStop(event) && isContinuing(event)) {
      const byProject = await continuedByProject(this.#update, event);
      const sitsOut = (hook: AdmittedHook) => !hook.runWhenActive && !(byProject && mayAllow(hook.source.level));
      remaining = without(remaining, sitsOut, "already-continuing", skipped);
    }
    if (remaining.once) {
      const used = await takeOnce(
        this.#update,
        event,
        allHooks(remaining).filter((hook) => hook.once),
      );
      remaining = without(remaining, (hook) => used.has(hook), "once-per-session", skipped);
    }
    const decision = await this.#run(event, remaining, options, skipped);
    return isStop(event) ? capContinues(this.#update, event, decision, continueCap) : decision;
  }

  /** A new prompt resets the count of forced continues, with or without hooks. */
  #nothingToRun(event: HookEvent): Promise<Decision> {
    const ends = event.name === "UserPromptSubmit" && (this.#table.has("Stop") || this.#table.has("SubagentStop"));
    return ends ? forgetContinues(this.#update, event).then(() => NO_DECISION) : NOTHING;
  }

  #run(event: HookEvent, selection: Selection, options: FireOptions, skipped: readonly Skipped[]): Promise<Decision> {
    const table = this.#table;
    if (selection.background.length > 0) this.#startBackground(selection.background, event, options);
    return new Promise((done) => {
      new FireRun(
        event,
        selection,
        {
          executors: this.#options.executors,
          observers: this.#observers,
          clock: this.#clock,
          deadlines: this.#deadlines,
          presence: options.presence ?? this.#options.presence ?? "unknown",
          deadlineMs: options.deadlineMs ?? this.#options.deadlineMs ?? DEFAULT_DEADLINE_MS,
          contextBudget: this.#options.contextBudget ?? DEFAULT_CONTEXT_BUDGET,
          signal: options.signal,
          select: (rewritten) => table.select(rewritten),
          tools: this.#options.tools,
          askQueue: this.#options.askQueue,
          skipped,
        },
        done,
      ).begin();
    });
  }

  #startBackground(hooks: readonly AdmittedHook[], event: HookEvent, options: FireOptions): void {
    if (this.#options.handOff) return this.#options.handOff(hooks, event);
    const presence = options.presence ?? this.#options.presence ?? "unknown";
    this.#closing ??= new AbortController();
    if (this.#closed) this.#closing.abort("closed");
    for (const hook of hooks) {
      const job = runInBackground(hook, event, {
        executors: this.#options.executors,
        observers: this.#observers,
        clock: this.#clock,
        presence,
        signal: this.#closing.signal,
        askQueue: this.#options.askQueue,
      });
      this.#background.add(job);
      void job.finally(() => this.#background.delete(job));
    }
  }
}

/** The event for hooks: a copy, so that hooks and caller cannot change each other's data. */
function frozenEvent({ name, payload: given, native }: HookEvent, folder?: () => string): HookEvent {
  const cwd = typeof given.cwd === "string" || name.includes(":") ? given.cwd : folder?.();
  // Set first, so that V8 uses one hidden class: after the spread it would create one per event.
  const payload: BasePayload = {
    hook_event_name: name,
    ...(cwd === undefined ? {} : { cwd }),
    ...(given as JsonObject),
  };
  payload.hook_event_name = name;
  if (cwd !== undefined) payload.cwd = cwd;
  try {
    freezeNew(payload);
  } catch {
    // cyclic, or nested too deeply: hooks see the original
  }
  return native === undefined ? { name, payload } : { name, payload, native };
}

function allHooks(selection: Selection): AdmittedHook[] {
  return [...selection.stages.flatMap((stage) => stage.hooks), ...selection.background];
}

function without(
  selection: Selection,
  drop: (hook: AdmittedHook) => boolean,
  cause: string,
  skipped: Skipped[],
): Selection {
  for (const hook of allHooks(selection).filter(drop)) skipped.push({ hook, cause });
  return {
    once: selection.once,
    stages: selection.stages
      .map((stage) => ({ ...stage, hooks: stage.hooks.filter((hook) => !drop(hook)) }))
      .filter((stage) => stage.hooks.length > 0),
    background: selection.background.filter((hook) => !drop(hook)),
    undecided: selection.undecided.filter((hook) => !drop(hook)),
  };
}
