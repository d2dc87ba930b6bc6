/** The engine for embedders: register functions, load files if needed, fire events. */

import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Decision, NO_DECISION } from "../../core/decision/decision.js";
import { formatFinding } from "../../core/errors.js";
import { emittedEvent } from "../../core/events/emitted-event.js";
import { type CustomEventName, type EventName, isEventName, resolveEvent } from "../../core/events/events.js";
import type { BasePayload, FirePayload, Presence } from "../../core/events/payload.js";
import { type AdmittedHook, admit } from "../../core/hooks/admission.js";
import type { DefinedHook, HookDefinition, HookOptions } from "../../core/hooks/define.js";
import type { Reach } from "../../core/hooks/grants.js";
import type { HookFunction, HookSpec, SourceEntry, SourceRef } from "../../core/hooks/hook.js";
import { HookTable } from "../../core/hooks/hook-table.js";
import type { MatchEngines } from "../../core/match/compile.js";
import type { StatePort } from "../../core/ports.js";
import { isRecord } from "../../core/text/json.js";
import { unknownEvent } from "../../core/text/suggest.js";
import { checkOptionKeys } from "../../core/text/unknown-key.js";
import { Engine, type FireOptions } from "../../engine/engine.js";
import type { Observer } from "../../engine/observers.js";
import { readDefinition } from "../../sources/code/function-hooks.js";
import { PROFILES } from "../../sources/dialects/_profiles.js";
import { findProjectRoot } from "../../sources/discover/discover.js";
import { ArtifactStore } from "../../sources/trust/artifacts.js";
import { monotonicClock } from "../platform/clock.js";
import { MemoryState } from "../platform/memory-state.js";
import { currentFolder, findPlaces, realFolder } from "../platform/paths.js";
import { linearRegex } from "../platform/re2.js";
import { WorkerRegex } from "../platform/slow-regex.js";
import { builtinsFor, createExecutors, ownFunctions } from "./executors.js";

/** Options of `createHooks`. */
export interface CreateHooksOptions {
  /** Hooks in code. They run after your own files and before those of a project, in this order. */
  readonly hooks?: readonly DefinedHook[];
  /** Hooks of files, from `loadHooks` of "snaphook/load". Only those that passed the trust gate run. */
  readonly entries?: readonly SourceEntry[];
  /** The user's grants to hooks of files, from `loadHooks` (default: none). */
  readonly reach?: Reach;
  /** Working directory of the agent, for events without `cwd` (default: that of `loadHooks`, then this process's). */
  readonly cwd?: string;
  /** Whether the user can answer now. Unknown counts as headless. */
  readonly presence?: Presence;
  /** Time limit of a whole fire. */
  readonly deadlineMs?: number;
  /** Maximum characters of context per fire. */
  readonly contextBudget?: number;
  /** Maximum consecutive forced continues; then the agent may stop. */
  readonly continueCap?: number;
  /** Storage of counters and once-per-session marks (default: in memory). */
  readonly state?: StatePort;
  /** The environment that command hooks inherit from (default: that of this process). */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

type AnyEvent = EventName | CustomEventName;
/** Options of one `fire`. */
export interface FireHooksOptions extends FireOptions {
  /** The event's agent, for hooks that run only for some agents. */
  readonly agent?: string;
}

/** A set of hooks. Fire events, and follow the decisions. */
export interface Hooks {
  /** Adds a hook and returns a function that removes it. */
  on<const E extends AnyEvent>(event: E, fn: HookFunction<E>): () => void;
  on<const E extends AnyEvent>(event: E, options: HookOptions, fn: HookFunction<E>): () => void;
  /** Runs the matching hooks and resolves to the merged decision. Never rejects. */
  fire<const E extends AnyEvent>(event: E, payload: FirePayload<E>, options?: FireHooksOptions): Promise<Decision>;
  /** Reports the progress of each hook; returns a function that unsubscribes. */
  observe(observer: Observer): () => void;
  /** True if a hook is registered for the event. */
  has(event: AnyEvent): boolean;
  /** Terminates what still runs. Background hooks get `graceMs` to finish. */
  close(graceMs?: number): Promise<void>;
}

const NOTHING = Promise.resolve(NO_DECISION);

const OPTIONS = Object.keys({
  hooks: true,
  entries: true,
  reach: true,
  cwd: true,
  presence: true,
  deadlineMs: true,
  contextBudget: true,
  continueCap: true,
  state: true,
  environment: true,
} satisfies Record<keyof CreateHooksOptions, true>);

/** Creates a set of hooks. Throws a TypeError for an invalid definition. */
export function createHooks(options: CreateHooksOptions = {}): Hooks {
  checkOptionKeys("createHooks", options, OPTIONS);
  return new HookSet(options);
}

class HookSet implements Hooks {
  readonly #engine: Engine;
  readonly #engines: MatchEngines = { regex: linearRegex, slow: new WorkerRegex() };
  readonly #fromFiles: readonly AdmittedHook[];
  #inCode: readonly AdmittedHook[] = [];
  #counter = 0;

  constructor(options: CreateHooksOptions) {
    this.#fromFiles = (options.entries ?? []).flatMap((entry) => {
      const admission = admit(entry);
      return "admitted" in admission ? [admission.admitted] : [];
    });
    const { environment = process.env } = options;
    const places = findPlaces(environment);
    const artifacts = new ArtifactStore(places.data);
    const given = options.cwd ?? options.reach?.cwd;
    const agentFolder = given === undefined ? undefined : resolve(given);
    const folder = () => agentFolder ?? currentFolder();
    const state = options.state ?? new MemoryState();
    this.#engine = new Engine({
      ...options,
      table: new HookTable([], PROFILES, this.#engines),
      executors: createExecutors(PROFILES, environment, {
        ...(options.reach === undefined ? {} : { reach: options.reach }),
        compiledIn: join(places.cache, "python"),
        places,
        loadArtifact: ownFunctions((one) => artifacts.load(one, "here")),
        loadBuiltin: builtinsFor(places, {
          environment,
          state,
          where: ({ payload }) => {
            const cwd = resolve(folder(), payload.cwd ?? "");
            return { cwd, project: projectOf(cwd, places.home, options.reach?.root) };
          },
          emit: (cause, name, payload) => void this.#engine.fire(emittedEvent(cause, name, payload)),
        }),
      }),
      folder,
      state,
      clock: monotonicClock,
    });
    this.#inCode = (options.hooks ?? [])
      .map((hook) => this.#admitDefinition(hook))
      .filter((hook) => hook !== undefined);
    this.#rebuild();
  }

  on<E extends AnyEvent>(event: E, optionsOrFn: HookOptions | HookFunction<E>, fn?: HookFunction<E>): () => void {
    const definition: HookDefinition<E> =
      typeof optionsOrFn === "function" ? { event, run: optionsOrFn } : { ...optionsOrFn, event, run: fn! };
    const hook = this.#admitDefinition(definition as unknown as DefinedHook);
    if (hook === undefined) return () => {};
    this.#inCode = [...this.#inCode, hook];
    this.#rebuild();
    return () => {
      this.#inCode = this.#inCode.filter((one) => one !== hook);
      this.#rebuild();
    };
  }

  fire<E extends AnyEvent>(event: E, payload: FirePayload<E>, options?: FireHooksOptions): Promise<Decision> {
    if (this.#engine.table.isEmpty) return NOTHING;
    const name = isEventName(event) ? event : resolveEvent(event)?.name;
    if (name === undefined) return Promise.resolve(undecidedEvent(event));
    const agent = options?.agent;
    const own = (isRecord(payload) ? payload : {}) as BasePayload; // the engine's copy of it names the event
    if (agent === undefined) return this.#engine.fire({ name, payload: own }, options);
    const native = { agent, event: name, payload: { ...own, hook_event_name: name } };
    return this.#engine.fire({ name, payload: own, native }, options);
  }

  observe(observer: Observer): () => void {
    return this.#engine.observe(observer);
  }

  has(event: AnyEvent): boolean {
    return this.#engine.table.has(resolveEvent(event)?.name ?? event);
  }

  async close(graceMs = 0): Promise<void> {
    await this.#engine.close(graceMs);
    this.#engines.slow.close();
  }

  #rebuild(): void {
    this.#engine.replaceTable(new HookTable([...this.#fromFiles, ...this.#inCode], PROFILES, this.#engines));
  }

  /** The embedder's code is trusted like its program. An invalid definition is a programming error. */
  #admitDefinition(definition: DefinedHook): AdmittedHook | undefined {
    const read = readDefinition(definition, { type: "function", fn: definition.run }, linearRegex);
    if ("problem" in read) throw new TypeError(formatFinding(read.problem));
    const [wrong] = read.findings;
    if (wrong !== undefined) throw new TypeError(formatFinding(wrong));
    const hook: HookSpec = { ...read.hook, id: read.hook.id || `${read.hook.event}#${++this.#counter}` };
    const admission = admit({ hook, source: CODE_SOURCE, alsoFrom: [] });
    return "admitted" in admission ? admission.admitted : undefined; // disabled with `enabled: false`
  }
}

/** Types prevent this; an untyped program must not mistake it for "no opinion". */
function undecidedEvent(event: string): Decision {
  return { ...NO_DECISION, notes: [{ code: "EVENT_UNKNOWN", message: unknownEvent(event) }] };
}

/** Changing the directory does not disable the guards of the loaded project. */
function projectOf(cwd: string, home: string, loaded: string | undefined): string {
  const folder = realFolder(cwd);
  if (loaded !== undefined && (folder === loaded || folder.startsWith(join(loaded, "/")))) return loaded;
  return findProjectRoot({ cwd: folder, home }, { exists: existsSync });
}

const CODE_SOURCE: SourceRef = {
  key: "code",
  level: "code",
  rank: 9000,
  state: "trusted",
  dialect: "native",
  why: "registered by the program",
};
