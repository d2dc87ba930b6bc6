/**
 * Folds the answers of many hooks into one decision, deterministically: the result depends on the order of the
 * hooks in their sources, never on which finished first.
 *
 *   deny > ask > allow > no opinion; the first hook in order with the winning verdict gives the reason.
 *   A rewrite replaces the whole input for the hooks after it. In a parallel stage all hooks saw the same
 *   input: their changes are taken key by key, and two different changes of one key are a question to ask.
 *   An "allow" counts only for the input it was given for, and only from a source that may allow.
 *   Context is joined in order under a budget; what does not fit is named, never cut in the middle.
 */
import { mayAllow } from "./admission.js";
import { combineRewrites } from "./combine-rewrites.js";
import { type ContextPart, type JoinedContext, joinContext } from "./context-budget.js";
import type { Credited, Decision, HookOutput, HookRun, Note, Provenance, Verdict } from "./decision.js";
import { type Ability, eventSpec } from "./events.js";
import type { Level } from "./hook.js";
import { type JsonObject, sameJson } from "./json.js";
import { looksAtParts, type MatchSpec } from "./match/spec.js";
import { namesSeveral } from "./tools.js";

/** What the merge needs to know about the hook behind an answer. */
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
}

export interface MergeOptions {
  readonly event: string;
  readonly input: JsonObject | undefined;
  /** Characters of context, separators included. */
  readonly contextBudget: number;
}

export const DEFAULT_CONTEXT_BUDGET = 10_000;

const RANK: Readonly<Record<Verdict, number>> = { none: 0, allow: 1, ask: 2, deny: 3 };

interface Opinion {
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly by: Provenance;
  /** For an allow: the input it was given for. */
  readonly input: JsonObject | undefined;
}

type Draft = { -readonly [K in keyof Decision]: Decision[K] };

export class Merge {
  readonly #abilities: readonly Ability[];
  readonly #options: MergeOptions;
  readonly #opinions: Opinion[] = [];
  readonly #context: ContextPart[] = [];
  readonly #messages: Credited<string>[] = [];
  readonly #notes: Note[] = [];
  readonly #rewriters: Provenance[] = [];
  #input: JsonObject | undefined;
  #inputRequired = false;
  #output: Credited<unknown> | undefined;
  #stop: Decision["stop"];
  #forceContinue: Decision["forceContinue"];
  #denied = false;

  constructor(options: MergeOptions) {
    this.#options = options;
    this.#abilities = eventSpec(options.event).can;
    this.#input = options.input;
  }

  /** The input the next hook sees. */
  get input(): JsonObject | undefined {
    return this.#input;
  }

  /** True once a deny stands: the stages after it do not run. */
  get denied(): boolean {
    return this.#denied;
  }

  note(code: string, message: string, hook?: string): void {
    this.#notes.push(hook === undefined ? { code, message } : { code, message, hook });
  }

  /** One hook of a serial stage: its rewrite is what the next hook sees. */
  add({ hook, output, ms }: Contribution): void {
    const by = provenance(hook, ms);
    const seen = this.#input;
    const rewritten = this.#acceptedRewrite(hook, output);
    if (rewritten !== undefined) this.#rewrite(rewritten, by, isOptional(hook, output));
    this.#collect(hook, output, by, seen);
  }

  /** All hooks of a parallel stage at once, in order. Each saw the input as it was before the stage. */
  addParallel(contributions: readonly Contribution[]): void {
    const before = this.#input;
    const rewrites = contributions
      .map((one) => ({ ...one, input: this.#acceptedRewrite(one.hook, one.output) }))
      .filter((one): one is Contribution & { input: JsonObject } => one.input !== undefined);
    this.#applyTogether(before ?? {}, rewrites);
    for (const { hook, output, ms } of contributions) this.#collect(hook, output, provenance(hook, ms), before);
  }

  finish(hooks: readonly HookRun[]): Decision {
    const winner = this.#winningOpinion();
    const { text, by: contextBy } = this.#joinContext();
    const changed = this.#rewriters.length > 0;
    const decision: Draft = {
      verdict: winner?.verdict ?? "none",
      inputBy: this.#rewriters,
      inputOptional: changed && !this.#inputRequired,
      contextBy,
      messages: this.#messages,
      hooks,
      notes: this.#notes,
    };
    if (winner !== undefined) decision.verdictBy = winner.by;
    if (winner?.reason !== undefined) decision.reason = winner.reason;
    if (changed) Object.assign(decision, { input: this.#input, originalInput: this.#options.input });
    if (text !== "") decision.context = text;
    if (this.#output !== undefined) decision.output = this.#output;
    if (this.#stop !== undefined) decision.stop = this.#stop;
    if (this.#forceContinue !== undefined) decision.forceContinue = this.#forceContinue;
    return decision;
  }

  #acceptedRewrite(hook: Contributor, output: HookOutput): JsonObject | undefined {
    if (output.input === undefined || sameJson(output.input, this.#input ?? {})) return undefined;
    if (!this.#can("rewrite", hook)) return undefined;
    if (hook.guard) {
      this.note(
        "REWRITE_BY_GUARD",
        "A guard judges the final input and cannot change it; its rewrite was dropped.",
        hook.id,
      );
      return undefined;
    }
    return output.input;
  }

  #rewrite(input: JsonObject, by: Provenance, optional: boolean): void {
    this.#input = input;
    this.#rewriters.push(by);
    if (!optional) this.#inputRequired = true;
  }

  #applyTogether(before: JsonObject, rewrites: readonly (Contribution & { input: JsonObject })[]): void {
    const { input, conflicts } = combineRewrites(
      before,
      rewrites.map((one) => ({ hook: one, input: one.input })),
    );
    for (const { key, first, second } of conflicts) this.#askAboutConflict(key, first, second);
    if (sameJson(input, before)) return;
    this.#input = input;
    for (const one of rewrites) {
      this.#rewriters.push(provenance(one.hook, one.ms));
      if (!isOptional(one.hook, one.output)) this.#inputRequired = true;
    }
  }

  #askAboutConflict(key: string, first: Contribution, second: Contribution): void {
    const reason = `Hooks "${first.hook.id}" and "${second.hook.id}" change "${key}" in different ways.`;
    this.note("REWRITE_CONFLICT", `${reason} Neither change was applied.`, second.hook.id);
    this.#opinions.push({ verdict: "ask", reason, by: provenance(second.hook, second.ms), input: this.#input });
  }

  #collect(hook: Contributor, output: HookOutput, by: Provenance, seen: JsonObject | undefined): void {
    // A verdict beside a rewrite is about the rewritten input, also where the rewrite could not be applied.
    if (output.verdict !== undefined) this.#addVerdict(hook, output.verdict, output.reason, by, output.input ?? seen);
    if (output.context !== undefined && output.context !== "" && this.#can("context", hook)) {
      this.#context.push({ text: output.context, glue: output.contextGlue ?? "\n\n", by });
    }
    if (output.output !== undefined && this.#can("replaceOutput", hook)) this.#output = { value: output.output, by };
    if (output.forceContinue !== undefined && this.#can("forceContinue", hook)) {
      this.#forceContinue ??= { value: output.forceContinue, by };
    }
    if (output.message !== undefined && output.message !== "") this.#messages.push({ value: output.message, by });
    if (output.stop !== undefined) this.#stop ??= { value: output.stop, by };
  }

  #addVerdict(
    hook: Contributor,
    verdict: Exclude<Verdict, "none">,
    reason: string | undefined,
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
        "The call is about several things and its matcher may fit only one; its allow counts as no opinion.",
        hook.id,
      );
      return;
    }
    const said = verdict === "ask" ? this.#askable(hook) : verdict;
    if (!this.#can(said, hook)) return;
    if (said === "deny") this.#denied = true;
    this.#opinions.push({ verdict: said, reason, by, input });
  }

  /** Where an event can be denied but nobody can be asked, a question is answered with no: never with yes. */
  #askable(hook: Contributor): "ask" | "deny" {
    if (this.#abilities.includes("ask") || !this.#abilities.includes("deny")) return "ask";
    this.note("ASK_BECAME_DENY", `${this.#options.event} cannot ask a person; the question became a deny.`, hook.id);
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

  #winningOpinion(): Opinion | undefined {
    let winner: Opinion | undefined;
    for (const opinion of this.#opinions) {
      if (opinion.verdict === "allow" && !sameJson(opinion.input, this.#input)) {
        this.note(
          "ALLOW_OUTDATED",
          "The input was changed after this hook allowed it; its allow counts as no opinion.",
          opinion.by.hook,
        );
        continue;
      }
      if (winner === undefined || RANK[opinion.verdict] > RANK[winner.verdict]) winner = opinion;
    }
    return winner;
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

function provenance(hook: Contributor, ms: number): Provenance {
  return { hook: hook.id, source: hook.source.key, ms };
}

function isOptional(hook: Contributor, output: HookOutput): boolean {
  return output.inputOptional ?? hook.rewrites === "optional";
}

function describe(ability: Ability): string {
  const words: Partial<Record<Ability, string>> = {
    rewrite: "rewrite input",
    context: "take context",
    replaceOutput: "replace output",
    forceContinue: "make the agent go on",
  };
  return words[ability] ?? `answer "${ability}"`;
}
