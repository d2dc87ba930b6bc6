/** Mistakes one could make in the merge. */
import type { Defect } from "../support/bundle-module.js";

export const DEFECTS: readonly Defect[] = [
  {
    name: "an allow beats an ask",
    file: "core/merge.ts",
    from: "allow: 1, ask: 2",
    to: "allow: 2, ask: 1",
  },
  {
    name: "the last hook with the winning verdict gives the reason",
    file: "core/merge.ts",
    from: "RANK[opinion.verdict] > RANK[winner.verdict]",
    to: "RANK[opinion.verdict] >= RANK[winner.verdict]",
  },
  {
    name: "an allow counts for an input it was not given for",
    file: "core/merge.ts",
    from: "!sameJson(opinion.input, this.#input)",
    to: "false",
  },
  {
    name: "an allow beside a dropped rewrite counts for the unchanged input",
    file: "core/merge.ts",
    from: "output.input ?? seen",
    to: "seen",
  },
  {
    name: "a project may allow",
    file: "core/merge.ts",
    from: "!mayAllow(hook.source.level)",
    to: "false",
  },
  {
    name: "a guard may rewrite",
    file: "core/merge.ts",
    from: "if (hook.guard)",
    to: "if (false)",
  },
  {
    name: "the first of two contradicting rewrites is applied",
    file: "core/combine-rewrites.ts",
    from: "if (conflicts.has(key)) continue;",
    to: "",
  },
  {
    name: "contradicting rewrites are nobody's question",
    file: "core/combine-rewrites.ts",
    from: "!sameValue(owner.input, one.input, key)",
    to: "false",
  },
  {
    name: "a key removed by a parallel rewrite stays",
    file: "core/combine-rewrites.ts",
    from: "else delete input[key];",
    to: "",
  },
  {
    name: "an event's abilities are ignored",
    file: "core/merge.ts",
    from: "if (this.#abilities.includes(ability)) return true;",
    to: "return true;",
  },
  {
    name: "a question on an event where nobody can be asked is forgotten",
    file: "core/merge.ts",
    from: 'verdict === "ask" ? this.#askable(hook) : verdict',
    to: "verdict",
  },
  {
    name: "separators are not counted into the context budget",
    file: "core/context-budget.ts",
    from: "text.length + glue.length + part.text.length",
    to: "text.length + part.text.length",
  },
  {
    name: "the first replaced output wins",
    file: "core/merge.ts",
    from: "this.#output = {",
    to: "this.#output ??= {",
  },
  {
    name: "guards run before rewriters",
    file: "core/plan.ts",
    from: "[false, true]",
    to: "[true, false]",
  },
  {
    name: "the rank of a source is ignored",
    file: "core/plan.ts",
    from: "a.hook.source.rank - b.hook.source.rank || ",
    to: "",
  },
  {
    name: "the order of finishing decides in a parallel stage",
    file: "engine/fire-run.ts",
    from: ".sort((a, b) => this.#positionOf(a) - this.#positionOf(b))",
    to: "",
  },
  {
    name: "hooks run on after a deny",
    file: "engine/fire-run.ts",
    from: "stage === undefined || this.#merge.denied",
    to: "stage === undefined",
  },
];
