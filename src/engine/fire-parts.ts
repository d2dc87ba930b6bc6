/** What one fire is made of. */

import type { Presence } from "../core/events/payload.js";
import type { ToolTable } from "../core/events/tools.js";
import type { AdmittedHook } from "../core/hooks/admission.js";
import type { Clock, Executors } from "../core/ports.js";
import type { Deadlines } from "./deadlines.js";

import type { Observers } from "./observers.js";
import type { RunContext } from "./run-context.js";
import type { Select } from "./stage-queue.js";

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
  /** The tools of the agent that the event comes from. */
  readonly tools?: ToolTable;
  /** Hooks that were selected but shall not run, with the reason. */
  readonly skipped: readonly { readonly hook: AdmittedHook; readonly cause: string }[];
}

/** A hook in flight. */
export interface Pending {
  readonly hook: AdmittedHook;
  readonly context: RunContext;
  readonly observation: number;
  readonly startedAt: number;
  readonly dueAt: number;
}
