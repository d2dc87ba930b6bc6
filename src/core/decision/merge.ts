/**
 * Merges the answers of many hooks into one decision. Deterministic: depends on the order of the hooks in their
 * sources, never on which finished first.
 *   deny > ask > allow > no opinion. The first hook with the winning verdict gives the reason, unless its reason is
 *   incidental and another one's is not.
 *   A rewrite replaces the whole input for the hooks after it. In a parallel stage all hooks saw the same
 *   input: their changes are merged key by key, and two different changes of one key become an ask.
 *   An "allow" counts only for the input it was given for, and only from a source that may allow.
 *   A project or plugin cannot undo an owner's field or output. An input that it changed is allowed only if the
 *   owners' own input was.
 *   Context is joined in order under a budget. A part that does not fit is named, never cut. Context from a
 *   project or a plugin is fenced before it is counted.
 */

import { type Ability, eventSpec } from "../events/events.js";
import { inBothWords, namesSeveral } from "../events/tools.js";
import { mayAllow } from "../hooks/admission.js";
import type { Level } from "../hooks/hook.js";
import { looksAtParts, type MatchSpec } from "../match/spec.js";
import { type JsonObject, sameJson } from "../text/json.js";
import {
  type Credited,
  type Decision,
  type HookOutput,
  type HookRun,
  NO_DECISION,
  type Note,
  type Provenance,
  type Verdict,
} from "./decision.js";
import { fence } from "./fence.js";
import { combineRewrites, Rewrites } from "./rewrites.js";

export interface MergeOptions {
  readonly event: string;
  readonly input: JsonObject | undefined;
  /** Characters of context, including separators. */
  readonly contextBudget: number;
  /** Input fields that the agent names differently: its own → canonical. */
  readonly ownFields?: Readonly<Record<string, string>>;
}

export const DEFAULT_CONTEXT_BUDGET = 10_000;

const NO_REWRITES = Object.freeze({ by: NO_DECISION.inputBy, required: false });

type Draft = { -readonly [K in keyof Decision]: Decision[K] };

export class Merge {
  readonly #abilities: readonly Ability[];
  readonly #options: MergeOptions;
  readonly #opinions = new Opinions();
  /** Owners' parts come first, so that other sources cannot displace them. */
  #context: (ContextPart & { readonly isAdvice: boolean })[] = [];
  #ownersContext = 0;
  readonly #messages: Credited<string>[] = [];
  readonly #notes: Note[] = [];
  /** Created with the first rewrite: most fires have none. */
  #rewrites: Rewrites | undefined;
  /** True if the owners alone would have allowed the call; set once a project changes it. */
  #ownersAllowed = false;
  #output: (Credited<unknown> & { readonly byOwner: boolean }) | undefined;
  #stop: Decision["stop"];
  #forceContinue: Decision["forceContinue"];
  #denied = false;
  #hasReason = false;

  constructor(options: MergeOptions) {
    this.#options = options;
    this.#abilities = eventSpec(options.event).can;
  }

  /** The input for the next hook. */
  get input(): JsonObject | undefined {
    return this.#rewrites === undefined ? this.#options.input : this.#rewrites.input;
  }

  /** True after a deny: later stages do not run. */
  get denied(): boolean {
    return this.#denied;
  }

  note(code: string, message: string, hook?: string): void {
    this.#notes.push(hook === undefined ? { code, message } : { code, message, hook });
  }

  /** True while every deny is incidental: another guard may still give the reason. */
  get awaitsReason(): boolean {
    return this.#denied && !this.#hasReason;
  }

  /** One hook of a serial stage: the next hook sees its rewrite. */
  add(one: Contribution): void {
    const seen = this.input;
    const rewritten = this.#acceptedRewrite(one.hook, one.output);
    if (rewritten !== undefined) this.#rewrite(rewritten, [one]);
    this.#collect(one, seen);
  }

  /** All hooks of a parallel stage, in order. Each saw the input from before the stage. */
  addParallel(contributions: readonly Contribution[]): void {
    const before = this.input;
    const rewrites = contributions
      .map((one) => ({ ...one, input: this.#acceptedRewrite(one.hook, one.output) }))
      .filter((one): one is Contribution & { input: JsonObject } => one.input !== undefined);
    this.#applyTogether(before ?? {}, rewrites);
    for (const one of contributions) this.#collect(one, before);
  }

  /** Drops the project's rewrites, because a guard could not judge them. */
  withdrawProjectRewrites(): void {
    if (this.#rewrites?.owners === undefined) return;
    const by = this.#rewrites.by.at(-1);
    this.#rewrites.withdraw();
    this.note("REWRITE_UNJUDGED", "A guard could not judge the changed input; the change was dropped.", by?.hook);
  }

  finish(hooks: readonly HookRun[]): Decision {
    const winner = this.#opinions.winner(this.input, this.#ownersMade() || this.#ownersAllowed, this);
    const advised = winner?.verdict === "deny" ? this.#dropAdvice() : undefined;
    const { text, by: contextBy } = this.#joinContext();
    const { by: inputBy, required } = this.#rewrites ?? NO_REWRITES;
    const changed = inputBy.length > 0;
    const decision: Draft = {
      verdict: winner?.verdict ?? "none",
      inputBy,
      inputOptional: changed && !required,
      contextBy,
      messages: this.#messages,
      hooks: advised === undefined ? hooks : hooks.map((run) => (advised.has(run.id) ? withoutContext(run) : run)),
      notes: this.#notes,
    };
    if (winner !== undefined) decision.verdictBy = winner.by;
    if (winner?.reason !== undefined) decision.reason = winner.reason;
    if (changed) Object.assign(decision, { input: this.input, originalInput: this.#options.input });
    if (text !== "") decision.context = text;
    if (this.#output !== undefined) decision.output = { value: this.#output.value, by: this.#output.by };
    if (this.#stop !== undefined) decision.stop = this.#stop;
    if (this.#forceContinue !== undefined) decision.forceContinue = this.#forceContinue;
    return decision;
  }

  #acceptedRewrite(hook: Contributor, output: HookOutput): JsonObject | undefined {
    if (output.input === undefined || sameJson(output.input, this.input ?? {})) return undefined;
    if (!this.#can("rewrite", hook)) return undefined;
    const { ownFields, input: sent = {} } = this.#options;
    const wanted = ownFields === undefined ? output.input : inBothWords(ownFields, sent, output.input);
    if (hook.guard) {
      this.note("REWRITE_BY_GUARD", "A guard cannot change the input; its rewrite was dropped.", hook.id);
      return undefined;
    }
    if (this.#rewrites === undefined || mayAllow(hook.source.level)) return wanted;
    return this.#withOwnedFields(hook, wanted, this.#rewrites);
  }

  #withOwnedFields(hook: Contributor, wanted: JsonObject, rewrites: Rewrites): JsonObject | undefined {
    const { input, refused } = rewrites.keepOwned(wanted);
    if (refused.length === 0) return wanted;
    const fields = refused.map((field) => `"${field}"`).join(", ");
    const why = `A ${hook.source.level} source can only tighten; it may not change what another hook has set`;
    this.note("REWRITE_REFUSED", `${why}: ${fields}.`, hook.id);
    return sameJson(input, this.input ?? {}) ? undefined : input;
  }

  #rewrite(input: JsonObject, contributions: readonly Contribution[]): void {
    this.#rewrites ??= new Rewrites(this.#options.input);
    const byOwner = contributions.every(({ hook }) => mayAllow(hook.source.level));
    if (!byOwner && this.#rewrites.owners === undefined) this.#ownersAllowed = this.#opinions.allow(this.input);
    this.#rewrites.apply(input, byOwner);
    for (const { hook, output, ms } of contributions)
      this.#rewrites.credit(provenance(hook, ms), isOptional(hook, output));
  }

  #applyTogether(before: JsonObject, rewrites: readonly (Contribution & { input: JsonObject })[]): void {
    const { input, conflicts } = combineRewrites(
      before,
      rewrites.map((one) => ({ hook: one, input: one.input })),
    );
    for (const { key, first, second } of conflicts) this.#askAboutConflict(key, first, second);
    if (!sameJson(input, before)) this.#rewrite(input, rewrites);
  }

  #askAboutConflict(key: string, first: Contribution, second: Contribution): void {
    const reason = `Hooks "${first.hook.id}" and "${second.hook.id}" change "${key}" in different ways.`;
    this.note("REWRITE_CONFLICT", `${reason} Neither change was applied.`, second.hook.id);
    this.#opinions.add({ verdict: "ask", reason, by: provenance(second.hook, second.ms), input: this.input });
  }

  #collect({ hook, output, ms, again }: Contribution, seen: JsonObject | undefined): void {
    const by = provenance(hook, ms);
    // A verdict with a rewrite is about the rewritten input, even if the rewrite was not applied.
    if (output.verdict !== undefined) this.#addVerdict(hook, output, output.verdict, by, output.input ?? seen);
    const { context, message } = output;
    if (context !== undefined && context !== "" && this.#can("context", hook)) {
      const text = mayAllow(hook.source.level) ? context : fence(context, by);
      if (!again || !this.#context.some((part) => part.by.hook === hook.id && part.text === text))
        this.#addContext(
          { text, glue: output.contextGlue ?? "\n\n", by, isAdvice: output.contextIsAdvice === true },
          hook,
        );
    }
    if (output.output !== undefined && this.#can("replaceOutput", hook)) this.#replaceOutput(hook, output.output, by);
    if (output.forceContinue !== undefined && this.#can("forceContinue", hook)) {
      this.#forceContinue ??= { value: output.forceContinue, by };
    }
    if (message !== undefined && message !== "") {
      if (!again || !this.#messages.some((one) => one.by.hook === hook.id && one.value === message))
        this.#messages.push({ value: message, by });
    }
    if (output.stop !== undefined) this.#stop ??= { value: output.stop, by };
  }

  #addContext(part: ContextPart & { readonly isAdvice: boolean }, { source }: Contributor): void {
    if (mayAllow(source.level)) this.#context.splice(this.#ownersContext++, 0, part);
    else this.#context.push(part);
  }

  #replaceOutput(hook: Contributor, value: unknown, by: Provenance): void {
    const byOwner = mayAllow(hook.source.level);
    if (byOwner || this.#output?.byOwner !== true) this.#output = { value, by, byOwner };
    else
      this.note(
        "OUTPUT_REFUSED",
        `A ${hook.source.level} source can only tighten; it may not replace the output of another hook.`,
        hook.id,
      );
  }

  #addVerdict(
    hook: Contributor,
    { reason, incidental }: HookOutput,
    verdict: Exclude<Verdict, "none">,
    by: Provenance,
    input: JsonObject | undefined,
  ): void {
    if (verdict === "allow" && !mayAllow(hook.source.level)) {
      this.note(
        "ALLOW_FROM_PROJECT",
        `A ${hook.source.level} source can only tighten; its allow counts as no opinion.`,
        hook.id,
      );
      return;
    }
    if (verdict === "allow" && input !== undefined && namesSeveral(input) && looksAtParts(hook.match)) {
      this.note(
        "ALLOW_FOR_PART",
        "The call has several targets and its matcher may cover only one; its allow counts as no opinion.",
        hook.id,
      );
      return;
    }
    const said = verdict === "ask" ? this.#askable(hook) : verdict;
    if (!this.#can(said, hook)) return;
    if (said === "deny") {
      this.#denied = true;
      if (incidental !== true) this.#hasReason = true;
    }
    this.#opinions.add({ verdict: said, reason, incidental, by, input });
  }

  /** On an event that supports deny but not ask, a question becomes a deny. */
  #askable(hook: Contributor): "ask" | "deny" {
    if (this.#abilities.includes("ask") || !this.#abilities.includes("deny")) return "ask";
    this.note("ASK_BECAME_DENY", `${this.#options.event} cannot ask the user; the question became a deny.`, hook.id);
    return "deny";
  }

  #can(ability: Ability, hook: Contributor): boolean {
    if (this.#abilities.includes(ability)) return true;
    this.note(
      "NOT_POSSIBLE_ON_EVENT",
      `${this.#options.event} cannot ${describe(ability)}; the hook's answer was not applied.`,
      hook.id,
    );
    return false;
  }

  /** True if only the agent or an owner set the input. */
  #ownersMade(): boolean {
    const owners = this.#rewrites?.owners;
    return owners === undefined || sameJson(owners.input, this.input);
  }

  /** The hooks whose advice about the call was dropped; undefined if none. */
  #dropAdvice(): ReadonlySet<string> | undefined {
    const dropped = this.#context.filter(({ isAdvice }) => isAdvice);
    if (dropped.length === 0) return undefined;
    this.#context = this.#context.filter(({ isAdvice }) => !isAdvice);
    return new Set(dropped.map(({ by }) => by.hook));
  }

  #joinContext(): JoinedContext {
    const budget = this.#options.contextBudget;
    const joined = joinContext(this.#context, budget);
    for (const { text, by } of joined.leftOut) {
      const message = `${text.length} characters of context do not fit into the budget of ${budget}; they were dropped.`;
      this.note("CONTEXT_OVER_BUDGET", message, by.hook);
    }
    return joined;
  }
}

/** The record does not say that it gave the model what was dropped. */
function withoutContext({ did = [], ...run }: HookRun): HookRun {
  const kept = did.filter((one) => one !== "context");
  return kept.length === 0 ? run : { ...run, did: kept };
}

function describe(ability: Ability): string {
  const words: Partial<Record<Ability, string>> = {
    rewrite: "rewrite input",
    context: "take context",
    replaceOutput: "replace output",
    forceContinue: "make the agent continue",
  };
  return words[ability] ?? `answer "${ability}"`;
}

// Contribution of one hook to a decision.

/** What the merge needs to know about the hook. */
export interface Contributor {
  readonly id: string;
  readonly source: { readonly key: string; readonly level: Level };
  readonly guard: boolean;
  readonly rewrites?: "required" | "optional";
  readonly match?: MatchSpec;
}

export interface Contribution {
  readonly hook: Contributor;
  readonly output: HookOutput;
  readonly ms: number;
  /** It has judged an earlier input of this fire: repeated parts are dropped. */
  readonly again?: boolean;
}

export function provenance(hook: Contributor, ms: number): Provenance {
  return { hook: hook.id, source: hook.source.key, ms };
}

/** True if its rewrite may be dropped when the agent cannot rewrite. */
export function isOptional(hook: Contributor, output: HookOutput): boolean {
  return output.inputOptional ?? hook.rewrites === "optional";
}

// Joins the context of many hooks under one budget. A part that does not fit is omitted as a whole and named (CI-16).

export interface ContextPart {
  readonly text: string;
  readonly glue: "\n" | "\n\n";
  readonly by: Provenance;
}

export interface JoinedContext {
  readonly text: string;
  readonly by: readonly Provenance[];
  readonly leftOut: readonly ContextPart[];
}

/** The budget counts characters, including separators. A later, shorter part may still fit. */
export function joinContext(parts: readonly ContextPart[], budget: number): JoinedContext {
  let text = "";
  let previous: ContextPart | undefined;
  const by: Provenance[] = [];
  const leftOut: ContextPart[] = [];
  for (const part of parts) {
    const glue = previous === undefined ? "" : previous.glue === "\n" && part.glue === "\n" ? "\n" : "\n\n";
    if (text.length + glue.length + part.text.length > budget) {
      leftOut.push(part);
      continue;
    }
    text += glue + part.text;
    previous = part;
    by.push(part.by);
  }
  return { text, by, leftOut };
}

// The verdicts of one fire and the winner: deny > ask > allow > no opinion, and the first of equals.

const RANK: Readonly<Record<Verdict, number>> = { none: 0, allow: 1, ask: 2, deny: 3 };

export interface Opinion {
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly incidental?: true;
  readonly by: Provenance;
  /** The input it was given for. Matters only for an allow. */
  readonly input: JsonObject | undefined;
}

function goesFirst(one: Opinion, before: Opinion): boolean {
  if (one.verdict !== before.verdict) return RANK[one.verdict] > RANK[before.verdict];
  return before.incidental === true && one.incidental !== true && one.reason !== undefined;
}

interface Notes {
  note(code: string, message: string, hook: string): void;
}

export class Opinions {
  readonly #list: Opinion[] = [];

  add(opinion: Opinion): void {
    this.#list.push(opinion);
  }

  /** True if a hook allows this exact input. */
  allow(input: JsonObject | undefined): boolean {
    return this.#list.some((one) => one.verdict === "allow" && sameJson(one.input, input));
  }

  /** `ownersAllow`: true if an allow may count for this input. */
  winner(input: JsonObject | undefined, ownersAllow: boolean, notes: Notes): Opinion | undefined {
    let winner: Opinion | undefined;
    for (const opinion of this.#list) {
      if (opinion.verdict === "allow" && !(ownersAllow && sameJson(opinion.input, input)))
        this.#noteLostAllow(opinion, input, notes);
      else if (winner === undefined || goesFirst(opinion, winner)) winner = opinion;
    }
    return winner;
  }

  #noteLostAllow(lost: Opinion, input: JsonObject | undefined, notes: Notes): void {
    const { hook } = lost.by;
    const said = "its allow counts as no opinion.";
    const again = (one: Opinion) => one.by.hook === hook && one.verdict === "allow" && sameJson(one.input, input);
    if (sameJson(lost.input, input))
      notes.note("ALLOW_BY_REWRITE", `This hook allows only the input that a project changed; ${said}`, hook);
    else if (!this.#list.some(again))
      notes.note("ALLOW_OUTDATED", `The input was changed after this hook allowed it; ${said}`, hook);
  }
}
