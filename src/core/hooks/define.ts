/** Defines hooks in code, typed by their event, so that an unsupported answer does not compile. */
import type { CustomEventName, EventName } from "../events/events.js";
import type { FailureMode, HookFunction, Strategy } from "./hook.js";

/** A matcher in code: the string of a config file, or its object form. */
export type MatcherOption =
  | string
  | {
      /** Pattern for the tool name, or for the event's own matcher field. */
      readonly tool?: string;
      /** Wildcard for the tool's main argument: the command, the file path, the URL. */
      readonly content?: string;
      /** Path glob for any path argument; `**` crosses directories. */
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
  /** The calls it runs for (default: all of its event). */
  readonly matcher?: MatcherOption;
  /** A guard checks the final input, cannot change it, and does not fail open by default. */
  readonly guard?: boolean;
  /** Time limit in milliseconds (default: 30,000). */
  readonly timeoutMs?: number;
  /** Answer if the hook fails (default for guards: ask, or deny if the user cannot be asked; for others: allow). */
  readonly onFailure?: FailureMode;
  /** Answer if the hook times out (default: `onFailure`). */
  readonly onTimeout?: FailureMode;
  /** `observe`: runs it and records its decision without enforcing it. */
  readonly mode?: "enforce" | "observe";
  /** Run serially (default), or in parallel with neighbours. */
  readonly strategy?: Strategy;
  /** Only for these agents. */
  readonly agents?: readonly string[];
  /** `false` disables the hook. */
  readonly enabled?: boolean;
  /** Runs in the background, so it cannot block. Ignored for guards. */
  readonly background?: boolean;
  /** Run it once per session. */
  readonly once?: boolean;
  /** Runs on Stop even while the agent already continues because of a hook. */
  readonly runWhenActive?: boolean;
  /** True if its rewrite may be dropped when the agent cannot rewrite. */
  readonly rewrites?: "required" | "optional";
  /** Writes the record to disk before the agent receives its answer; if that fails, the hook has failed. */
  readonly audit?: "required";
  /** Shown while the hook runs. */
  readonly statusMessage?: string;
}

/** A hook in code: its settings, its event and its function. */
export interface HookDefinition<E extends EventName | CustomEventName = EventName | CustomEventName>
  extends HookOptions {
  /** Canonical name of an event, or a custom one with a colon. */
  readonly event: E;
  /** Receives the payload. Returns an answer, or nothing for no opinion. */
  readonly run: HookFunction<E>;
}

/** A definition with its event type erased. */
export type DefinedHook = HookOptions & { readonly event: string; readonly run: HookFunction };

/** Defines a hook typed by its event: its payload, and the answers it may return. */
export function defineHook<const E extends EventName | CustomEventName>(definition: HookDefinition<E>): DefinedHook {
  return definition as unknown as DefinedHook;
}

/** The default export of `snaphook.config.ts`. */
export function defineConfig(config: { readonly hooks: readonly DefinedHook[] }): {
  readonly hooks: readonly DefinedHook[];
} {
  return config;
}
