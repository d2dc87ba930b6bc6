/**
 * Scores how much a text looks like a prompt injection: the sum of marks that are close together. Attacks are dense. A
 * long text that describes or quotes one stays below the limit.
 */

import { NOTE } from "./agent-notes.js";
import { commentsOf } from "./comments.js";
import { findMarks } from "./find-marks.js";
import type { Mark, MarkKind } from "./mark.js";

export interface Judgement {
  readonly flagged: boolean;
  /** Score of the densest part. `flagged` from 10, or from 6 in a short text. */
  readonly score: number;
  /** Marks in the densest part. */
  readonly marks: readonly Mark[];
}

const ENOUGH = 10;
const ENOUGH_SHORT = 6;
const SHORT = 700;
const WINDOW = 2500;
/** Marks that address no reader count half in a long text: licences, reference pages, changelogs. */
const CLEAR = 8;

/** Ignores kinds that are normal in this type of text. */
export function judge(text: string, ordinary: ReadonlySet<MarkKind> = NONE): Judgement {
  const short = text.length <= SHORT;
  const about = ABOUT.test(text);
  const found = findMarks(text)
    .filter((mark) => !ordinary.has(mark.kind) || mark.rule === NOTE)
    .map((mark) =>
      isOwn(text, mark) || (about && isQuoted(text, mark)) ? { ...mark, weight: mark.weight / 3 } : mark,
    );
  const { score, marks } = densest(short ? found : found.map(inLongText));
  return { flagged: score >= (short ? ENOUGH_SHORT : ENOUGH), score, marks };
}

/** A text about attacks quotes them. */
const ABOUT =
  /\b(?:prompt[- ]injections?|jailbreak(?:s|ing)?|injection attacks?|untrusted (?:data|text|content|input))\b/i;

function isQuoted(text: string, { start, end }: Mark): boolean {
  return (
    /["'`\u201c\u2018][^"'`\n]{0,30}$/.test(text.slice(Math.max(0, start - 31), start)) &&
    /^[^"'`\n]{0,60}["'`\u201d\u2019]/.test(text.slice(end, end + 61))
  );
}

/** `Ignore my previous message`: normal between people. */
function isOwn(text: string, { kind, start, end }: Mark): boolean {
  return (
    kind === "override" &&
    /^\S{1,20} my (?:last|previous|earlier|prior) (?:message|comment|e?mail|question)/i.test(
      text.slice(start, end + 10),
    )
  );
}

const NONE: ReadonlySet<MarkKind> = new Set();

/** In a comment, a mark counts only near one of these. */
const SPEAKS =
  /\b(?:ai|llms?|assistants?|agents?|claude|codex|copilot|cursor|gemini|chatgpt|gpt|models?|system|user|human|instructions?|prompts?|rules?)\b/i;

/** In program comments, counts only marks that do not occur by chance. */
export function judgeComments(text: string): Judgement {
  const comments = commentsOf(text);
  if (!SPEAKS.test(comments)) return { flagged: false, score: 0, marks: [] };
  const { score, marks } = densest(findMarks(comments).filter(({ weight }) => weight >= ENOUGH));
  return { flagged: score >= ENOUGH, score, marks };
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
