/**
 * A hook that comes with Snaphook. Each is a file or a folder of `src/builtins` with one of these as its default export;
 * the registries beside them are generated. What is known of it before it runs is data, so that a plan can be made of it
 * and an event loads only the one that runs.
 */

import type { CustomEventName, EventName } from "../events/events.js";
import type { MatchSpec } from "../match/spec.js";
import type { RegexEngine, StatePort } from "../ports.js";
import type { JsonObject } from "../text/json.js";
import type { BuiltinOptions } from "./builtin-options.js";
import type { FailureMode, HookFunction, Level } from "./hook.js";

/** Where a call happens, and where our own things are. Every path is absolute. */
export interface Surroundings {
  readonly home: string;
  /** The person's hooks. */
  readonly config: string;
  /** An administrator's policy. */
  readonly managed: string;
  /** Trust records, built code, the launcher. */
  readonly data: string;
  readonly state: string;
  readonly cache: string;
  /** Where the daemon listens. */
  readonly sockets: string;
  /** Root of the project. */
  readonly project: string;
  /** The folder of the call, where the event itself names none. */
  readonly cwd: string;
  /** As Node names it. */
  readonly platform: string;
  /** The agent's variables, as far as they are told. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** What a plan is made of, for a built-in that stands in every one. */
export interface PlanFacts {
  /** Config files that may run, the scripts they name and the modules they import. */
  readonly files: readonly string[];
}

/** What a built-in may use beside the disk. */
export interface Services {
  /** Small facts that outlive this process, shared by all that run for this person. */
  readonly state: StatePort;
  /** Whose entry it is. What an administrator has set knows no exceptions. */
  readonly level: Level;
  /** Milliseconds since 1970. */
  now(): number;
  /** For patterns that people write: no pattern can hang it. */
  regex(): Promise<RegexEngine>;
  /** Fires an event of its own once the answer to this one has left: hooks on it run, and it is recorded. */
  emit(event: EventName | CustomEventName, payload: JsonObject): void;
}

/**
 * What a hook of the pack is there for. An `approver` lets calls pass that a person would be asked about, so only a person
 * may add one; a `recorder` writes things down and says nothing.
 */
export type BuiltinKind = "guard" | "rewriter" | "approver" | "context" | "prompt" | "recorder";

/** The system whose hook it is, as a file there or as a part of it. */
export type BuiltinOrigin = "snaphook" | "orion" | "cortex" | "arawn" | "opta";

/**
 * The page docs/builtins.md and `snaphook pack` are made of this. What there is to say beside stands in Markdown next to
 * the code: `NAME.md`, or `docs.md` in its folder.
 */
export interface Builtin {
  /** The name of its file or folder. */
  readonly name: string;
  readonly summary: string;
  /** When absent: a guard, a rewriter, or a recorder, by what is said below. */
  readonly kind?: BuiltinKind;
  /** `snaphook` when absent. */
  readonly from?: BuiltinOrigin;
  /** What an entry may set; `checkedBy(options)` of `core/hooks/builtin-options` makes a `checkOptions` of it. */
  readonly options?: BuiltinOptions;
  /** An entry of a hooks file that uses it. */
  readonly example: JsonObject;
  /** The events it is for: an entry without an event stands on all of them, and it stands on the first by itself. */
  readonly events: readonly [EventName, ...(EventName | CustomEventName)[]];
  /** The calls it is for, unless an entry has a matcher of its own. */
  readonly match: MatchSpec;
  /** Instead of `match`, on single events. */
  readonly matchOn?: Partial<Record<EventName, MatchSpec>>;
  readonly guard: boolean;
  /** What of its answers a person can make an exception of; all when absent. */
  readonly exceptions?: "asks";
  readonly onFailure?: FailureMode;
  readonly rewrites?: "required" | "optional";
  /** Nobody waits for it. */
  readonly background?: true;
  /** Variables of the agent that it needs to know. */
  readonly variables?: readonly string[];
  readonly timeoutMs?: number;
  /** For one that stands without being named in any file: its options then. */
  readonly standing?: (facts: PlanFacts) => JsonObject;
  /** What is wrong with these options, in words; asked when a file is loaded. */
  checkOptions(options: JsonObject): string | undefined;
  /** What of these options cannot be used and is left out, each in words: a warning when a file is loaded. */
  doubts?(options: JsonObject, regex: RegexEngine): readonly string[];
  /** Options have been checked. The function gets the canonical payload and answers like any other. */
  make(surroundings: Surroundings, options: JsonObject, services: Services): HookFunction;
}

export function kindOf({ kind, guard, rewrites }: Builtin): BuiltinKind {
  return kind ?? (guard ? "guard" : rewrites === undefined ? "recorder" : "rewriter");
}

export type Builtins = Readonly<Record<string, Builtin>>;
