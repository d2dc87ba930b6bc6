/** Verdicts of one fire and which of them holds: deny > ask > allow > no opinion, and the first of equals. */

import { type JsonObject, sameJson } from "../text/json.js";
import type { Provenance, Verdict } from "./decision.js";

const RANK: Readonly<Record<Verdict, number>> = { none: 0, allow: 1, ask: 2, deny: 3 };

export interface Opinion {
  readonly verdict: Verdict;
  readonly reason?: string;
  readonly by: Provenance;
  /** What it was given for. Only an allow depends on it. */
  readonly input: JsonObject | undefined;
}

interface Notes {
  note(code: string, message: string, hook: string): void;
}

export class Opinions {
  readonly #list: Opinion[] = [];

  add(opinion: Opinion): void {
    this.#list.push(opinion);
  }

  /** Whether anybody allows this very input. */
  allow(input: JsonObject | undefined): boolean {
    return this.#list.some((one) => one.verdict === "allow" && sameJson(one.input, input));
  }

  /** `ownersAllow`: whether an allow may count at all for this input. */
  winner(input: JsonObject | undefined, ownersAllow: boolean, notes: Notes): Opinion | undefined {
    let winner: Opinion | undefined;
    for (const opinion of this.#list) {
      if (opinion.verdict === "allow" && !(ownersAllow && sameJson(opinion.input, input)))
        this.#noteLostAllow(opinion, input, notes);
      else if (winner === undefined || RANK[opinion.verdict] > RANK[winner.verdict]) winner = opinion;
    }
    return winner;
  }

  #noteLostAllow(lost: Opinion, input: JsonObject | undefined, notes: Notes): void {
    const { hook } = lost.by;
    const said = "its allow counts as no opinion.";
    const again = (one: Opinion) => one.by.hook === hook && one.verdict === "allow" && sameJson(one.input, input);
    if (sameJson(lost.input, input))
      notes.note("ALLOW_BY_REWRITE", `This hook allows only what a project made of the call; ${said}`, hook);
    else if (!this.#list.some(again))
      notes.note("ALLOW_OUTDATED", `The input was changed after this hook allowed it; ${said}`, hook);
  }
}
