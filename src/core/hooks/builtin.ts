/**
 * A hook that ships with Snaphook. Each is a file or folder in `src/builtins` with a Builtin as its default export; the
 * registries beside them are generated. Its metadata is data, so that a plan can be compiled and an event loads only
 * the built-in that runs.
 */

import type { CustomEventName, EventName } from "../events/events.js";
import type { MatchSpec } from "../match/spec.js";
import type { ModelPort } from "../models/model-port.js";
import type { RegexEngine, StatePort } from "../ports.js";
import type { JsonObject } from "../text/json.js";
import type { BuiltinOptions } from "./builtin-options.js";
import type { FailureMode, HookFunction, Level } from "./hook.js";

/** Where a call happens, and where our own files are. All paths are absolute. */
export interface Surroundings {
  readonly home: string;
  /** The user's config directory. */
  readonly config: string;
  /** The administrator's policy directory. */
  readonly managed: string;
  /** Trust records, built code, the launcher. */
  readonly data: string;
  readonly state: string;
  readonly cache: string;
  /** Where the daemon listens. */
  readonly sockets: string;
  /** Project root. */
  readonly project: string;
  /** Working directory of the call, if the event has none. */
  readonly cwd: string;
  /** As in Node's `process.platform`. */
  readonly platform: string;
  /** The agent's environment variables, as far as they were sent. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The sources of the plan, for a built-in that is always active. */
export interface PlanFacts {
  /** Config files that may run, the scripts they name and the modules they import. */
  readonly files: readonly string[];
}

/** What a built-in may use besides the disk. */
export interface Services {
  /** Small persistent state, shared by all processes of this user. */
  readonly state: StatePort;
  /** Trust level of its entry. Managed entries ignore exceptions. */
  readonly level: Level;
  /** Milliseconds since 1970. */
  now(): number;
  /** For user-supplied patterns: no pattern can hang it. */
  regex(): Promise<RegexEngine>;
  /** The user's models, for a built-in that says so (`asksModel`). Absent where none may be asked. */
  models?(): Promise<ModelPort>;
  /** Fires an event after the answer to the current one was sent: its hooks run, and it is recorded. */
  emit(event: EventName | CustomEventName, payload: JsonObject): void;
}

/**
 * Category of the built-in. An `approver` allows calls that the user would be asked about, so only the user may add
 * one. A `recorder` only writes data.
 */
export type BuiltinKind = "guard" | "rewriter" | "approver" | "context" | "prompt" | "recorder";

/** The system that the hook comes from. */
export type BuiltinOrigin = "snaphook" | "orion" | "cortex" | "arawn" | "opta";

/**
 * Source of docs/builtins.md and `snaphook pack`. Further documentation is Markdown beside the code: `NAME.md`, or
 * `docs.md` in its folder.
 */
export interface Builtin {
  /** The name of its file or folder. */
  readonly name: string;
  readonly summary: string;
  /** Default: guard, rewriter or recorder, derived from the fields below. */
  readonly kind?: BuiltinKind;
  /** Default: `snaphook`. */
  readonly from?: BuiltinOrigin;
  /** The allowed options; `checkedBy(options)` of `core/hooks/builtin-options` creates a `checkOptions` from them. */
  readonly options?: BuiltinOptions;
  /** An example entry for a hooks file. */
  readonly example: JsonObject;
  /** Its events: an entry without an event runs on all of them; an implicit entry runs on the first. */
  readonly events: readonly [EventName, ...(EventName | CustomEventName)[]];
  /** The calls it runs for, unless an entry has its own matcher. */
  readonly match: MatchSpec;
  /** Overrides `match` on single events. */
  readonly matchOn?: Partial<Record<EventName, MatchSpec>>;
  readonly guard: boolean;
  /** Which of its answers allow an exception (default: all). */
  readonly exceptions?: "asks";
  readonly onFailure?: FailureMode;
  readonly rewrites?: "required" | "optional";
  /** Runs in the background. */
  readonly background?: true;
  /** Environment variables of the agent that it needs. */
  readonly variables?: readonly string[];
  readonly timeoutMs?: number;
  /** It asks the user's models, whose keys come from the agent's environment. */
  readonly asksModel?: true;
  /** For a built-in that is active without an entry: its options. */
  readonly standing?: (facts: PlanFacts) => JsonObject;
  /** Describes a problem in the options; called when a file is loaded. */
  checkOptions(options: JsonObject): string | undefined;
  /** Describes unusable parts of the options that are skipped; a warning when a file is loaded. */
  doubts?(options: JsonObject, regex: RegexEngine): readonly string[];
  /** The options have been checked. The function receives the canonical payload and returns an answer. */
  make(surroundings: Surroundings, options: JsonObject, services: Services): HookFunction;
}

export function kindOf({ kind, guard, rewrites }: Builtin): BuiltinKind {
  return kind ?? (guard ? "guard" : rewrites === undefined ? "recorder" : "rewriter");
}

export type Builtins = Readonly<Record<string, Builtin>>;
