/**
 * Calls whose answer no hook can change. The agent continues as soon as the daemon has the payload; observing hooks and
 * the record follow. Decided per call from the current plan, so that a guard added later is awaited.
 */
import { failsClosed } from "../../core/decision/failure.js";
import type { HookEvent } from "../../core/events/payload.js";
import { admit, runsInBackground } from "../../core/hooks/admission.js";
import type { SourceEntry } from "../../core/hooks/hook.js";
import type { Plan } from "../../sources/compile/plan-file.js";
import { isForOtherTools } from "./crash-answer.js";

export interface ReleaseFacts {
  readonly event: HookEvent;
  readonly plan: Plan;
  /** Names by which hooks can match the event: canonical and native. */
  readonly names: ReadonlySet<string>;
  /** Set if hooks are paused for this call: the answer says so. */
  readonly leftOut?: unknown;
}

/** Beyond this number they are awaited again, so that slow observers slow down their agents. */
const MOST_RELEASED = 100;
/**
 * Events at which Snaphook itself may answer: it reports unapproved hooks and failing guards, and denies the canary of
 * `doctor --prove`.
 */
const OWN_ANSWERS: ReadonlySet<string> = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PermissionRequest",
]);

export function mayRelease({ event, plan, names, leftOut }: ReleaseFacts, memoryAnswers: boolean): boolean {
  if (memoryAnswers || leftOut !== undefined || OWN_ANSWERS.has(event.name)) return false;
  return plan.entries.every((entry) => !names.has(entry.hook.event) || !canAnswer(entry, event));
}

/** True if the agent's answer, or what it relies on, can depend on this hook. */
function canAnswer(entry: SourceEntry, event: HookEvent): boolean {
  const { hook } = entry;
  if ("refused" in admit(entry) || isForOtherTools(hook, event)) return false;
  if (hook.audit === "required" || hook.broken !== undefined) return true;
  return !(runsInBackground(hook) || (hook.mode === "observe" && !failsClosed(hook)));
}

/** Calls still in progress after their agents continued. */
export class ReleasedCalls {
  readonly #running = new Set<AbortController>();
  /** Calls whose agents still wait. */
  readonly #waiting = new Set<AbortController>();
  #ending = false;

  get size(): number {
    return this.#running.size;
  }

  get isFull(): boolean {
    return this.size >= MOST_RELEASED || this.#ending;
  }

  /** Aborted when the client disconnects, until the call is released: then only when the daemon ends. */
  signalFor(onGone: (listener: () => void) => () => void): {
    readonly signal: AbortSignal;
    release(work: () => Promise<void>): void;
  } {
    const own = new AbortController();
    this.#waiting.add(own);
    const unfollow = onGone(() => {
      this.#waiting.delete(own);
      own.abort("gone");
    });
    return {
      signal: own.signal,
      release: (work) => {
        unfollow();
        this.#waiting.delete(own);
        this.#running.add(own);
        void work().finally(() => this.#running.delete(own));
      },
    };
  }

  /** `snaphook stop-all`: terminates the hooks of every call. Returns the number of calls. */
  halt(): number {
    const calls = [...this.#running, ...this.#waiting];
    for (const call of calls) call.abort("stop-all");
    return calls.length;
  }

  /** Terminates the hooks of all of them. */
  end(): void {
    this.#ending = true;
    for (const call of this.#running) call.abort("the daemon ends");
  }
}
