/** Snaphook for embedders: one engine, typed hooks, deterministic decisions. */
export * from "./authoring.js";
export { type Capability, degrade, FULL_CAPABILITY } from "./core/decision/capability.js";
export {
  type Decision,
  type HookOutput,
  type HookRun,
  NO_DECISION,
  type Note,
  type Provenance,
  type Verdict,
} from "./core/decision/decision.js";
export type { Finding } from "./core/errors.js";
export {
  type CustomEventName,
  EVENT_NAMES,
  EVENTS,
  type EventName,
  type EventSpec,
  resolveEvent,
} from "./core/events/events.js";
export type { BasePayload, FirePayload, PayloadOf, Presence } from "./core/events/payload.js";
export type { AskUser, AskUserOptions, UserAnswer, UserQuestion } from "./core/hooks/ask-user.js";
export type { FailureMode, HookContext, HookFunction, Level, SourceEntry } from "./core/hooks/hook.js";
export type { StatePort } from "./core/ports.js";
export type { HookObservation, Observer } from "./engine/observers.js";
export {
  type CreateHooksOptions,
  createHooks,
  type FireHooksOptions,
  type Hooks,
} from "./runtime/compose/create-hooks.js";
export {
  type CreateThreadsOptions,
  createThreads,
  type RunThreadOptions,
  type Threads,
} from "./runtime/threads/create-threads.js";
export type { AgentTurn, ThreadEvent, TurnResult } from "./threads/ports.js";
export type { Step, Thread } from "./threads/types.js";
