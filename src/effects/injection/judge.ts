/**
 * How much a text looks like an attempt to steer the model: the marks that stand close together, added up. Attempts are
 * dense; a long text that speaks about them once, or quotes one, stays below.
 */
import { findMarks } from "./find-marks.js";
import type { Mark } from "./mark.js";

export interface Judgement {
  readonly flagged: boolean;
  /** Points of the densest part; `flagged` from 10 on, in a short text from 6 on. */
  readonly score: number;
  /** What the densest part is made of. */
  readonly marks: readonly Mark[];
}

const ENOUGH = 10;
const ENOUGH_SHORT = 6;
const SHORT = 700;
const WINDOW = 2500;
/** What nobody is addressed with is worth half in a long text: licences, reference pages, changelogs. */
const CLEAR = 8;

export function judge(text: string): Judgement {
  const short = text.length <= SHORT;
  const found = findMarks(text);
  const { score, marks } = densest(short ? found : found.map(inLongText));
  return { flagged: score >= (short ? ENOUGH_SHORT : ENOUGH), score, marks };
}

function inLongText(mark: Mark): Mark {
  return mark.addressed || mark.weight >= CLEAR ? mark : { ...mark, weight: mark.weight / 2 };
}

function densest(all: readonly Mark[]): { score: number; marks: readonly Mark[] } {
  let best = { score: 0, from: 0, to: 0 };
  const counts = new Map<string, number>();
  let score = 0;
  let from = 0;
  all.forEach((mark, at) => {
    if (change(counts, mark.rule, 1) === 1) score += mark.weight;
    while (mark.start - all[from]!.start > WINDOW) {
      const left = all[from++]!;
      if (change(counts, left.rule, -1) === 0) score -= left.weight;
    }
    if (score > best.score) best = { score, from, to: at + 1 };
  });
  return { score: best.score, marks: all.slice(best.from, best.to) };
}

function change(counts: Map<string, number>, rule: string, by: number): number {
  const now = (counts.get(rule) ?? 0) + by;
  counts.set(rule, now);
  return now;
}
