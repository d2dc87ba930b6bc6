/** How hooks are written in code: typed by their event, so that an impossible answer does not compile. */
import type { CustomEventName, EventName } from "../events/events.js";
import type { FailureMode, HookFunction, Strategy } from "./hook.js";

/** What a matcher may be in code: the text of a config file, or its object form. */
export type MatcherOption =
  | string
  | {
      /** Pattern for the tool name, or for the event's own matcher field. */
      readonly tool?: string;
      /** Wildcard for the tool's main argument: the command, the file path, the address. */
      readonly content?: string;
      /** Path glob for any path argument; `**` crosses folders. */
      readonly path?: string;
      /** Regular expression over the tool input as JSON. */
      readonly params?: string;
      /** Regular expressions for single input fields. */
      readonly fields?: Readonly<Record<string, string>>;
      /** Payload keys that must be exactly equal. */
      readonly equals?: Readonly<Record<string, string | number | boolean | null>>;
    };

/** Settings of a hook in code; the same as in a hooks file. */
export interface HookOptions {
  /** Name of the hook, as decisions and logs show it. */
  readonly id?: string;
  /** Which calls it is for; all of its event if absent. */
  readonly matcher?: MatcherOption;
  /** A guard judges the final input, cannot change it, and does not fail open by default. */
  readonly guard?: boolean;
  /** Time limit in milliseconds (default: 30,000). */
  readonly timeoutMs?: number;
  /** Answer if the hook fails. Guards: ask with a person, deny without one. Others: allow. */
  readonly onFailure?: FailureMode;
  /** Answer if the hook is too slow (default: `onFailure`). */
  readonly onTimeout?: FailureMode;
  /** `observe`: run it and record what it would decide, enforce nothing. */
  readonly mode?: "enforce" | "observe";
  /** Run with its neighbours one after the other (default), or at the same time. */
  readonly strategy?: Strategy;
  /** Only for these agents. */
  readonly agents?: readonly string[];
  /** `false` disables the hook. */
  readonly enabled?: boolean;
  /** Not waited for, so it cannot block. A guard is waited for all the same. */
  readonly background?: boolean;
  /** Run it once per session. */
  readonly once?: boolean;
  /** Run it on Stop even while the agent already continues because of a hook. */
  readonly runWhenActive?: boolean;
  /** Whether its rewrite may be dropped where the agent cannot rewrite. */
  readonly rewrites?: "required" | "optional";
  /** The record of the call is on the disk before the agent gets its answer; if that fails, the hook has failed. */
  readonly audit?: "required";
  /** Shown while the hook runs. */
  readonly statusMessage?: string;
}

/** A hook in code: its settings, its event and its function. */
export interface HookDefinition<E extends EventName | CustomEventName = EventName | CustomEventName>
  extends HookOptions {
  /** Canonical name of an event, or one of your own with a colon. */
  readonly event: E;
  /** Called with the payload. Returns an answer, or nothing for no opinion. */
  readonly run: HookFunction<E>;
}

/** A definition whose event is no longer of interest to the compiler. */
export type DefinedHook = HookOptions & { readonly event: string; readonly run: HookFunction };

/** Defines a hook that is typed by its event: its payload, and the answers that it may return. */
export function defineHook<const E extends EventName | CustomEventName>(definition: HookDefinition<E>): DefinedHook {
  return definition as unknown as DefinedHook;
}

/** The default export of `snaphook.config.ts`. */
export function defineConfig(config: { readonly hooks: readonly DefinedHook[] }): {
  readonly hooks: readonly DefinedHook[];
} {
  return config;
}
