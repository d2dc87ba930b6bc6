/**
 * Calls whose answer no hook can change. The agent continues as soon as the daemon has the payload; hooks that only
 * observe and the record follow. Decided per call from the current plan, so that a hook added later is waited for.
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
  /** Names under which hooks can match the event: canonical and native. */
  readonly names: ReadonlySet<string>;
  /** Set if hooks are switched off for this call: the answer says so. */
  readonly leftOut?: unknown;
}

/** More than this many are waited for again, so that observers that are slow slow down their agents. */
const MOST_RELEASED = 100;
/**
 * Events at which Snaphook itself may answer: it reports hooks that are not approved and guards that cannot run, and
 * denies the call by which `doctor --prove` tests that calls are held back.
 */
const OWN_ANSWERS: ReadonlySet<string> = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "PreToolUse",
  "PermissionRequest",
]);

export function mayRelease({ event, plan, names, leftOut }: ReleaseFacts): boolean {
  if (leftOut !== undefined || OWN_ANSWERS.has(event.name)) return false;
  return plan.entries.every((entry) => !names.has(entry.hook.event) || !canAnswer(entry, event));
}

/** Whether the agent's answer, or what it may rely on, can depend on this hook. */
function canAnswer(entry: SourceEntry, event: HookEvent): boolean {
  const { hook } = entry;
  if ("refused" in admit(entry) || isForOtherTools(hook, event)) return false;
  if (hook.audit === "required" || hook.broken !== undefined) return true;
  return !(runsInBackground(hook) || (hook.mode === "observe" && !failsClosed(hook)));
}

/** Calls that are still in progress after their agents went on. */
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

  /** Aborted when the client has gone, until the call is released: then only when the daemon ends. */
  signalFor(gone: AbortSignal): { readonly signal: AbortSignal; release(work: () => Promise<void>): void } {
    const own = new AbortController();
    const follow = () => {
      this.#waiting.delete(own);
      own.abort(gone.reason);
    };
    this.#waiting.add(own);
    if (gone.aborted) follow();
    gone.addEventListener("abort", follow, { once: true });
    return {
      signal: own.signal,
      release: (work) => {
        gone.removeEventListener("abort", follow);
        this.#waiting.delete(own);
        this.#running.add(own);
        void work().finally(() => this.#running.delete(own));
      },
    };
  }

  /** `snaphook stop-all`: ends the hooks of every call. Returns how many calls that are. */
  halt(): number {
    const calls = [...this.#running, ...this.#waiting];
    for (const call of calls) call.abort("stop-all");
    return calls.length;
  }

  /** Ends the hooks of all of them. */
  end(): void {
    this.#ending = true;
    for (const call of this.#running) call.abort("the daemon ends");
  }
}
