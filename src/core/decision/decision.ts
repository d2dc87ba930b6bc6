/**
 * A decision is a value. Each hook returns a HookOutput. The merge combines all of them into a Decision that names the
 * hook behind each part.
 */
import type { Ability, CustomEventName, EVENTS, EventName } from "../events/events.js";
import type { Level } from "../hooks/hook.js";
import type { JsonObject } from "../text/json.js";

/** "none" is no opinion: the agent continues as if there were no hook. It is never the same as "allow". */
export type Verdict = "none" | "allow" | "ask" | "deny";

/** Answer of one hook. Every field is optional; an empty object is no opinion. */
export interface HookOutput {
  /** Absent: no opinion. */
  readonly verdict?: Exclude<Verdict, "none">;
  /** Reason, for the model and the user. */
  readonly reason?: string;
  /** The call is blocked for a side effect. The reason of another hook with the same verdict takes precedence. */
  readonly incidental?: true;
  /** The complete tool input to use instead. */
  readonly input?: JsonObject;
  /** The rewrite may be dropped if the agent cannot rewrite. */
  readonly inputOptional?: boolean;
  /** What the model sees as the tool's output instead. */
  readonly output?: unknown;
  /** Text for the model. */
  readonly context?: string;
  /** Separator to the next context (default: blank line; some dialects use a line break). */
  readonly contextGlue?: "\n" | "\n\n";
  /** The context is advice about a call that is made: it is left out if the call is denied. */
  readonly contextIsAdvice?: true;
  /** Text for the user. */
  readonly message?: string;
  /** End the agent's run. */
  readonly stop?: { readonly reason?: string };
  /** Makes the agent continue although it wanted to stop; the model reads the reason. */
  readonly forceContinue?: { readonly reason: string };
}

export const NO_OPINION: HookOutput = Object.freeze({});

/** The hook behind a part of a decision. */
export interface Provenance {
  /** Id of the hook. */
  readonly hook: string;
  /** Where the hook comes from, such as `user`, `project` or `code`. */
  readonly source: string;
  /** Run time. */
  readonly ms: number;
}

/** Snaphook itself, not a hook. */
export const OUR_OWN: Provenance = { hook: "snaphook", source: "snaphook", ms: 0 };

export interface Credited<T> {
  readonly value: T;
  readonly by: Provenance;
}

/** Explains how a decision came about. Never needed to act on it. */
export interface Note {
  /** A stable code, such as `DEGRADED_ASK`. */
  readonly code: string;
  /** What happened, as a sentence. */
  readonly message: string;
  /** Id of the hook that it is about. */
  readonly hook?: string;
}

export type Outcome = Verdict | "failed" | "skipped" | "background" | "observed";

/** Result of one hook in one fire. */
export interface HookRun {
  /** Id of the hook. */
  readonly id: string;
  /** Where the hook comes from, such as `user`, `project` or `code`. */
  readonly source: string;
  /** Trust level of its source. */
  readonly level: Level;
  /** Its verdict, or why it has none. */
  readonly outcome: Outcome;
  /** Run time. */
  readonly ms: number;
  /** What it contributed besides a verdict: rewrite, context, … */
  readonly did?: readonly string[];
  /** Why it failed or was skipped. */
  readonly cause?: string;
  /** More about the cause, such as the end of an error message. */
  readonly detail?: string;
  /** Outcome of its failure contract. */
  readonly answered?: "allow" | "ask" | "deny";
  /** Reason for its verdict. */
  readonly reason?: string;
  /** What its process wrote to stderr. */
  readonly stderr?: string;
  /** In observe mode: what it would have decided. */
  readonly would?: HookOutput;
}

/** The merged answer of all hooks that ran for one event, with the hook that each part came from. */
export interface Decision {
  /** "none" is no opinion: continue as if there were no hooks. It is never the same as "allow". */
  readonly verdict: Verdict;
  /** Reason, for the model and the user. */
  readonly reason?: string;
  /** The hook that decided. */
  readonly verdictBy?: Provenance;
  /** The rewritten tool input; absent if no hook changed it. */
  readonly input?: JsonObject;
  /** The hooks that rewrote the input, in order. */
  readonly inputBy: readonly Provenance[];
  /** True if every rewrite in `input` may be dropped when the agent cannot rewrite. */
  readonly inputOptional: boolean;
  /** The tool input before rewrites. */
  readonly originalInput?: JsonObject;
  /** What the model sees as the tool's output. */
  readonly output?: Credited<unknown>;
  /** Joined text for the model, within the budget. */
  readonly context?: string;
  /** The hooks that added context, in order. */
  readonly contextBy: readonly Provenance[];
  /** Texts for the user. */
  readonly messages: readonly Credited<string>[];
  /** Ends the agent's run. */
  readonly stop?: Credited<{ readonly reason?: string }>;
  /** Makes the agent continue although it wanted to stop. */
  readonly forceContinue?: Credited<{ readonly reason: string }>;
  /** Result of each matching hook. */
  readonly hooks: readonly HookRun[];
  /** Notes on how the decision came about. */
  readonly notes: readonly Note[];
}

/** What an answer contains besides its verdict. */
export function contributions(output: HookOutput): string[] {
  const found = {
    rewrite: output.input !== undefined,
    context: output.context !== undefined,
    "new output": output.output !== undefined,
    "go on": output.forceContinue !== undefined,
    message: output.message !== undefined,
    stop: output.stop !== undefined,
  };
  return Object.entries(found)
    .filter(([, present]) => present)
    .map(([name]) => name);
}

/** The decision of a fire without hooks. Shared and frozen, so that it costs nothing. */
export const NO_DECISION: Decision = Object.freeze({
  verdict: "none",
  inputBy: Object.freeze([]),
  inputOptional: false,
  contextBy: Object.freeze([]),
  messages: Object.freeze([]),
  hooks: Object.freeze([]),
  notes: Object.freeze([]),
});

// Constructors for hooks in code. Their type parameters let the compiler reject an answer that the event does not
// support, e.g. deny() on PostToolUse.

declare const needs: unique symbol;
/** An answer that uses the given abilities of an event. */
export type Answer<A extends Ability> = HookOutput & { readonly [needs]?: A };

type AbilityOf<E> = E extends EventName ? (typeof EVENTS)[E]["can"][number] : Ability;
/** What a hook may return for an event. Nothing at all is no opinion. */
export type AnswerFor<E extends EventName | CustomEventName> = Answer<AbilityOf<E>> | undefined | null | void;

/** Approves the call, so that the agent does not ask the user. Ignored from a project's hooks. */
export const allow = (reason?: string): Answer<"allow"> => ({ verdict: "allow", reason });
/** Leaves the decision to the user. Denied if the user cannot be asked. */
export const ask = (reason: string): Answer<"ask"> => ({ verdict: "ask", reason });
/** Blocks the call. The model and the user read the reason. */
export const deny = (reason: string): Answer<"deny"> => ({ verdict: "deny", reason });
/**
 * Replaces the whole tool input. Spread the old one to keep its other fields. `optional`: may be dropped if the agent
 * cannot rewrite.
 */
export const rewrite = (input: JsonObject, options: { optional?: boolean } = {}): Answer<"rewrite"> => ({
  input,
  ...(options.optional ? { inputOptional: true } : {}),
});
/** Adds a text for the model. */
export const context = (text: string): Answer<"context"> => ({ context: text });
/** Replaces what the model sees as the output of a tool. */
export const replaceOutput = (output: unknown): Answer<"replaceOutput"> => ({ output });
/** Makes the agent continue although it wanted to stop. The model reads the reason. */
export const forceContinue = (reason: string): Answer<"forceContinue"> => ({ forceContinue: { reason } });
/** Shows text to the user. */
export const message = (text: string): Answer<never> => ({ message: text });
/** Ends the agent's run. */
export const stopAgent = (reason?: string): Answer<never> => ({ stop: { reason } });
/** Merges several answers: `combine(rewrite(…), context(…))`. */
export const combine = <const T extends readonly Answer<Ability>[]>(...answers: T): T[number] =>
  Object.assign({}, ...answers);
