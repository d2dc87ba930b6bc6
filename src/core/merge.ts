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
import type { Credited, Decision, HookOutput, HookRun, Note, Provenance, Verdict } from "./decision.js";
import { type Ability, eventSpec } from "./events.js";
import type { Level } from "./hook.js";
import { type JsonObject, sameJson } from "./json.js";

/** What the merge needs to know about the hook behind an answer. */
export interface Contributor {
  readonly id: string;
  readonly source: { readonly key: string; readonly level: Level };
  readonly guard: boolean;
  readonly rewrites?: "required" | "optional";
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

interface ContextPart {
  readonly text: string;
  readonly glue: "\n" | "\n\n";
  readonly by: Provenance;
}

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
    return {
      verdict: winner?.verdict ?? "none",
      ...(winner?.reason === undefined ? {} : { reason: winner.reason }),
      ...(winner === undefined ? {} : { verdictBy: winner.by }),
      ...(changed ? { input: this.#input, originalInput: this.#options.input } : {}),
      inputBy: this.#rewriters,
      inputOptional: changed && !this.#inputRequired,
      ...(this.#output === undefined ? {} : { output: this.#output }),
      ...(text === "" ? {} : { context: text }),
      contextBy,
      messages: this.#messages,
      ...(this.#stop === undefined ? {} : { stop: this.#stop }),
      ...(this.#forceContinue === undefined ? {} : { forceContinue: this.#forceContinue }),
      hooks,
      notes: this.#notes,
    };
  }

  #acceptedRewrite(hook: Contributor, output: HookOutput): JsonObject | undefined {
    if (output.input === undefined || sameJson(output.input, this.#input ?? {})) return undefined;
    if (!this.#can("rewrite", hook)) return undefined;
    if (hook.guard) {
      this.note("REWRITE_BY_GUARD", "A guard judges the final input and cannot change it; its rewrite was dropped.", hook.id);
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
    const merged: JsonObject = { ...before };
    const owners = new Map<string, Contribution & { input: JsonObject }>();
    const conflicts = new Map<string, Contribution>();
    for (const one of rewrites) {
      for (const key of changedKeys(before, one.input)) {
        const owner = owners.get(key);
        if (owner === undefined) owners.set(key, one);
        else if (!sameJson(owner.input[key], one.input[key])) conflicts.set(key, one);
      }
    }
    for (const [key, owner] of owners) {
      if (conflicts.has(key)) continue;
      if (Object.hasOwn(owner.input, key)) merged[key] = owner.input[key];
      else delete merged[key];
    }
    for (const [key, other] of conflicts) this.#askAboutConflict(key, owners.get(key)!, other);
    if (sameJson(merged, before)) return;
    this.#input = merged;
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

  #addVerdict(hook: Contributor, verdict: Exclude<Verdict, "none">, reason: string | undefined, by: Provenance, input: JsonObject | undefined): void {
    if (verdict === "allow" && !mayAllow(hook.source.level)) {
      this.note("ALLOW_FROM_PROJECT", `A ${hook.source.level} source can only tighten; its allow counts as no opinion.`, hook.id);
      return;
    }
    if (!this.#can(verdict, hook, verdict)) return;
    if (verdict === "deny") this.#denied = true;
    this.#opinions.push({ verdict, reason, by, input });
  }

  #can(ability: Ability, hook: Contributor, would: string = ability): boolean {
    if (this.#abilities.includes(ability)) return true;
    this.note("NOT_POSSIBLE_ON_EVENT", `${this.#options.event} cannot ${describe(ability)}; the hook's answer (${would}) was not applied.`, hook.id);
    return false;
  }

  #winningOpinion(): Opinion | undefined {
    let winner: Opinion | undefined;
    for (const opinion of this.#opinions) {
      if (opinion.verdict === "allow" && !sameJson(opinion.input, this.#input)) {
        this.note("ALLOW_OUTDATED", "The input was changed after this hook allowed it; its allow counts as no opinion.", opinion.by.hook);
        continue;
      }
      if (winner === undefined || RANK[opinion.verdict] > RANK[winner.verdict]) winner = opinion;
    }
    return winner;
  }

  #joinContext(): { text: string; by: Provenance[] } {
    let text = "";
    let previous: ContextPart | undefined;
    const by: Provenance[] = [];
    for (const part of this.#context) {
      const glue = previous === undefined ? "" : previous.glue === "\n" && part.glue === "\n" ? "\n" : "\n\n";
      if (text.length + glue.length + part.text.length > this.#options.contextBudget) {
        const message = `${part.text.length} characters of context do not fit into the budget of ${this.#options.contextBudget}; they were dropped.`;
        this.note("CONTEXT_OVER_BUDGET", message, part.by.hook);
        continue;
      }
      text += glue + part.text;
      previous = part;
      by.push(part.by);
    }
    return { text, by };
  }
}

function provenance(hook: Contributor, ms: number): Provenance {
  return { hook: hook.id, source: hook.source.key, ms };
}

function isOptional(hook: Contributor, output: HookOutput): boolean {
  return output.inputOptional ?? hook.rewrites === "optional";
}

function changedKeys(before: JsonObject, after: JsonObject): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => Object.hasOwn(before, key) !== Object.hasOwn(after, key) || !sameJson(before[key], after[key]));
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
