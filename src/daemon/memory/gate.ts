/** Decides whether an event may be given something from memory. All that is loaded while memory is off. */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { HookEvent } from "../../core/events/payload.js";
import type { Clock } from "../../core/ports.js";
import type { MemoryStore } from "../../core/records/memory-store.js";
import type { ObserverStore } from "../../core/records/observer.js";
import type { CallHost } from "../../runtime/call/types.js";
import type { AppPaths } from "../../runtime/platform/paths.js";
import type { Injector } from "./inject.js";
import type { LiveSettings } from "./world.js";

const EVENTS: ReadonlySet<string> = new Set(["SessionStart", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure"]);
const TOOLS: ReadonlySet<unknown> = new Set(["Bash", "Read", "Edit", "Write", "MultiEdit", "NotebookEdit"]);
/** The file of the settings is looked for again after this time. */
const LOOK_EVERY_MS = 1_000;
const OBSERVE_EVERY_MS = 3_000;
/** On a machine that is idle no model is asked. */
const OBSERVED_WITHIN_MS = 600_000;

export interface GateOptions {
  readonly places: AppPaths;
  readonly store: Pick<MemoryStore, "injectable" | "noteShown" | "keepMemories"> & ObserverStore;
  readonly clock: Clock;
  /** Time since the last event of an agent. */
  quietMs(): number;
  log(event: string, text: string): void;
}

interface Loaded {
  readonly live: LiveSettings;
  readonly injector: Injector;
}

export class MemoryGate {
  readonly #options: GateOptions;
  #observing = false;
  #exists = false;
  #lastProblem = "";
  #lookedAt = Number.NEGATIVE_INFINITY;
  #loaded: Promise<Loaded> | undefined;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** The event's answer may depend on memory. */
  mayAnswer({ name, payload }: HookEvent): boolean {
    if (!EVENTS.has(name) || !this.#hasSettings()) return false;
    return !name.startsWith("PostTool") || TOOLS.has(payload["tool_name"]);
  }

  /** Empty while memory is off. */
  get host(): Pick<CallHost, "recall"> {
    if (!this.#hasSettings()) return {};
    return {
      recall: async (request) => {
        if (!this.mayAnswer(request.event)) return undefined;
        const { live, injector } = await this.#load();
        const settings = live.now;
        return settings.enabled ? injector.recall(request, settings) : undefined;
      },
    };
  }

  /** Looks for batches to observe every three seconds while agents work. Returns a function that ends it. */
  startObserving(): () => void {
    const { clock } = this.#options;
    const over = new AbortController();
    let stopTimer = () => {};
    const waitForRound = () => {
      stopTimer = clock.after(OBSERVE_EVERY_MS, () => {
        this.#observe(over.signal).catch((error: unknown) => this.#logOnce("observe", error)); // tried again soon
        waitForRound();
      });
    };
    waitForRound();
    return () => {
      stopTimer();
      over.abort("aborted");
    };
  }

  /** Observes what waits, if the user has asked for a model. Returns when nothing waits any more, or no agent works. */
  async #observe(signal: AbortSignal): Promise<void> {
    if (this.#observing || !this.#hasSettings()) return;
    this.#observing = true;
    try {
      const { live } = await this.#load();
      const { places, store, clock, quietMs, log } = this.#options;
      const isOn = () =>
        quietMs() < OBSERVED_WITHIN_MS && live.now.enabled && live.now.observe === "model" && !signal.aborted;
      if (!isOn()) return;
      const [{ observeNext }, { openModels }] = await Promise.all([
        import("./model-observer.js"),
        import("../../runtime/models/open-models.js"),
      ]);
      const options = {
        store,
        clock,
        models: () => openModels({ places, environment: process.env }),
        now: Date.now,
        log: (text: string) => log("observe", text),
      };
      while (isOn() && (await observeNext(options, signal)));
    } finally {
      this.#observing = false;
    }
  }

  /** Removes what exceeds `keepDays` and `most`. Nothing while memory is off. */
  async keep(): Promise<void> {
    if (!this.#hasSettings()) return;
    const [{ live }, { keepWithin }] = await Promise.all([this.#load(), import("./keep.js")]);
    const settings = live.now;
    if (!settings.enabled) return;
    const removed = await keepWithin(this.#options.store, settings, Date.now());
    if (removed > 0)
      this.#options.log("keep", `removed=${removed} keepDays=${settings.keepDays} most=${settings.most}`);
  }

  #load(): Promise<Loaded> {
    this.#loaded ??= Promise.all([import("./inject.js"), import("./world.js")]).then(([inject, world]) => {
      const { places, store, log } = this.#options;
      return {
        live: new world.LiveSettings(places),
        injector: new inject.Injector({ store, home: places.home, log }),
      };
    });
    return this.#loaded;
  }

  #hasSettings(): boolean {
    const now = performance.now();
    if (now - this.#lookedAt >= LOOK_EVERY_MS) {
      this.#lookedAt = now;
      try {
        this.#exists =
          statSync(join(this.#options.places.config, "memory.json"), { throwIfNoEntry: false }) !== undefined;
      } catch (error) {
        this.#exists = false;
        this.#logOnce("settings", error);
      }
    }
    return this.#exists;
  }

  #logOnce(event: string, error: unknown): void {
    const problem = `nothing: ${error instanceof Error ? error.message : String(error)}`;
    if (problem !== this.#lastProblem) this.#options.log(event, problem);
    this.#lastProblem = problem;
  }
}
