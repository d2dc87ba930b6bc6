/** How hooks are written in code: typed by their event, so that an impossible answer does not compile. */
import type { CustomEventName, EventName } from "../events/events.js";
import type { FailureMode, HookFunction, Strategy } from "./hook.js";

/** What a matcher may be in code: the text of a config file, or its object form. */
export type MatcherOption =
  | string
  | {
      readonly tool?: string;
      readonly content?: string;
      readonly path?: string;
      readonly params?: string;
      readonly fields?: Readonly<Record<string, string>>;
      readonly equals?: Readonly<Record<string, string | number | boolean | null>>;
    };

export interface HookOptions {
  readonly id?: string;
  readonly matcher?: MatcherOption;
  /** A guard judges the final input, cannot change it, and does not fail open by default. */
  readonly guard?: boolean;
  readonly timeoutMs?: number;
  readonly onFailure?: FailureMode;
  readonly onTimeout?: FailureMode;
  readonly mode?: "enforce" | "observe";
  readonly strategy?: Strategy;
  readonly agents?: readonly string[];
  readonly enabled?: boolean;
  /** Not waited for, so it cannot block. A guard is waited for all the same. */
  readonly background?: boolean;
  readonly once?: boolean;
  readonly runWhenActive?: boolean;
  readonly rewrites?: "required" | "optional";
  /** The record of the call is on the disk before the agent gets its answer; if that fails, the hook has failed. */
  readonly audit?: "required";
  readonly statusMessage?: string;
}

export interface HookDefinition<E extends EventName | CustomEventName = EventName | CustomEventName>
  extends HookOptions {
  readonly event: E;
  readonly run: HookFunction<E>;
}

/** A definition whose event is no longer of interest to the compiler. */
export type DefinedHook = HookOptions & { readonly event: string; readonly run: HookFunction };

export function defineHook<const E extends EventName | CustomEventName>(definition: HookDefinition<E>): DefinedHook {
  return definition as unknown as DefinedHook;
}

/** The default export of `snaphook.config.ts`. */
export function defineConfig(config: { readonly hooks: readonly DefinedHook[] }): {
  readonly hooks: readonly DefinedHook[];
} {
  return config;
}
