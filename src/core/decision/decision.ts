/**
 * A decision is a value. One hook answers with a HookOutput; the merge folds all answers into a Decision
 * that says, for each thing it holds, which hook put it there.
 */
import type { Ability, CustomEventName, EVENTS, EventName } from "../events/events.js";
import type { Level } from "../hooks/hook.js";
import type { JsonObject } from "../text/json.js";

/** "none" is no opinion: the agent goes on as if there were no hook. It is never the same as "allow". */
export type Verdict = "none" | "allow" | "ask" | "deny";

/** What one hook answered. Every field is optional; an empty object is no opinion. */
export interface HookOutput {
  /** Absent: no opinion. */
  readonly verdict?: Exclude<Verdict, "none">;
  /** Why; the model and the person read it. */
  readonly reason?: string;
  /** The call is stopped for something it hits on its way. The reason of another hook with the same verdict goes first. */
  readonly incidental?: true;
  /** The complete tool input to use instead. */
  readonly input?: JsonObject;
  /** The rewrite may be dropped where the agent cannot rewrite. */
  readonly inputOptional?: boolean;
  /** What the model shall see as the tool's output instead. */
  readonly output?: unknown;
  /** Text for the model. */
  readonly context?: string;
  /** How this context joins its neighbour; a blank line unless the dialect says a line break. */
  readonly contextGlue?: "\n" | "\n\n";
  /** Text for the person. */
  readonly message?: string;
  /** End the agent's run. */
  readonly stop?: { readonly reason?: string };
  /** Make the agent go on although it wanted to stop; the reason is what it is told. */
  readonly forceContinue?: { readonly reason: string };
}

export const NO_OPINION: HookOutput = Object.freeze({});

/** Who put something into a decision. */
export interface Provenance {
  /** Id of the hook. */
  readonly hook: string;
  /** Where the hook comes from, such as `user`, `project` or `code`. */
  readonly source: string;
  /** How long it ran. */
  readonly ms: number;
}

/** What Snaphook itself says, and no hook. */
export const OUR_OWN: Provenance = { hook: "snaphook", source: "snaphook", ms: 0 };

export interface Credited<T> {
  readonly value: T;
  readonly by: Provenance;
}

/** A remark on how the decision came about; never needed to act on it, always there to explain it. */
export interface Note {
  /** A stable code, such as `DEGRADED_ASK`. */
  readonly code: string;
  /** What happened, as a sentence. */
  readonly message: string;
  /** Id of the hook that it is about. */
  readonly hook?: string;
}

export type Outcome = Verdict | "failed" | "skipped" | "background" | "observed";

/** What became of one hook in one fire. */
export interface HookRun {
  /** Id of the hook. */
  readonly id: string;
  /** Where the hook comes from, such as `user`, `project` or `code`. */
  readonly source: string;
  /** How far its source is trusted. */
  readonly level: Level;
  /** Its verdict, or why it has none. */
  readonly outcome: Outcome;
  /** How long it ran. */
  readonly ms: number;
  /** What it contributed besides a verdict: rewrite, context, … */
  readonly did?: readonly string[];
  /** Why it failed or was skipped. */
  readonly cause?: string;
  /** More about the cause, such as the end of an error message. */
  readonly detail?: string;
  /** What a failed hook's contract made of the failure. */
  readonly answered?: "allow" | "ask" | "deny";
  /** What it said for its verdict. */
  readonly reason?: string;
  /** What its process wrote to stderr. */
  readonly stderr?: string;
  /** In observe mode: what it would have decided. */
  readonly would?: HookOutput;
}

/** The merged answer of all hooks that ran for one event, with the hook that each part came from. */
export interface Decision {
  /** "none" is no opinion: go on as if there were no hooks. It is never the same as "allow". */
  readonly verdict: Verdict;
  /** Why; for the model and the person. */
  readonly reason?: string;
  /** The hook that decided. */
  readonly verdictBy?: Provenance;
  /** The rewritten tool input; absent when no hook changed it. */
  readonly input?: JsonObject;
  /** The hooks that rewrote the input, in order. */
  readonly inputBy: readonly Provenance[];
  /** True when every rewrite in `input` may be dropped where the agent cannot rewrite. */
  readonly inputOptional: boolean;
  /** The tool input before rewrites. */
  readonly originalInput?: JsonObject;
  /** What the model is to see as the tool's output. */
  readonly output?: Credited<unknown>;
  /** Joined text for the model, within the budget. */
  readonly context?: string;
  /** The hooks that added context, in order. */
  readonly contextBy: readonly Provenance[];
  /** Texts for the person. */
  readonly messages: readonly Credited<string>[];
  /** The agent's run is to be ended. */
  readonly stop?: Credited<{ readonly reason?: string }>;
  /** The agent is to continue although it wanted to stop. */
  readonly forceContinue?: Credited<{ readonly reason: string }>;
  /** What each hook that matched did. */
  readonly hooks: readonly HookRun[];
  /** Remarks on how the decision came about. */
  readonly notes: readonly Note[];
}

/** What an answer holds besides its verdict. */
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

/** The answer of a fire that ran nothing. Shared and frozen: zero hooks cost nothing. */
export const NO_DECISION: Decision = Object.freeze({
  verdict: "none",
  inputBy: Object.freeze([]),
  inputOptional: false,
  contextBy: Object.freeze([]),
  messages: Object.freeze([]),
  hooks: Object.freeze([]),
  notes: Object.freeze([]),
});

// Constructors: what a hook written in code returns. The type parameter of each lets the compiler refuse an
// answer that the event cannot take, e.g. deny() on PostToolUse.

declare const needs: unique symbol;
/** An answer that uses the given abilities of an event. */
export type Answer<A extends Ability> = HookOutput & { readonly [needs]?: A };

type AbilityOf<E> = E extends EventName ? (typeof EVENTS)[E]["can"][number] : Ability;
/** What a hook may return for an event. Nothing at all is no opinion. */
export type AnswerFor<E extends EventName | CustomEventName> = Answer<AbilityOf<E>> | undefined | null | void;

/** Approves the call, so that the agent does not ask a person. Not counted from a project's hooks. */
export const allow = (reason?: string): Answer<"allow"> => ({ verdict: "allow", reason });
/** Leaves the decision to a person. Denied if no person can be asked. */
export const ask = (reason: string): Answer<"ask"> => ({ verdict: "ask", reason });
/** Blocks the call. The model and the person read the reason. */
export const deny = (reason: string): Answer<"deny"> => ({ verdict: "deny", reason });
/** Replaces the whole tool input. Spread the old one to keep its other fields. `optional`: may be dropped where the agent cannot rewrite. */
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
/** Shows a text to the person. */
export const message = (text: string): Answer<never> => ({ message: text });
/** Ends the agent's run. */
export const stopAgent = (reason?: string): Answer<never> => ({ stop: { reason } });
/** Several answers as one: `combine(rewrite(…), context(…))`. */
export const combine = <const T extends readonly Answer<Ability>[]>(...answers: T): T[number] =>
  Object.assign({}, ...answers);
