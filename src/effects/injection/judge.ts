/**
 * How much a text looks like an attempt to steer the model: the marks that stand close together, added up. Attempts are
 * dense; a long text that speaks about them once, or quotes one, stays below.
 */

import { NOTE } from "./agent-notes.js";
import { commentsOf } from "./comments.js";
import { findMarks } from "./find-marks.js";
import type { Mark, MarkKind } from "./mark.js";

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

/** Kinds that are ordinary in the text at hand do not count. */
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

/** `Ignore my previous message`: what people write to each other. */
function isOwn(text: string, { kind, start, end }: Mark): boolean {
  return (
    kind === "override" &&
    /^\S{1,20} my (?:last|previous|earlier|prior) (?:message|comment|e?mail|question)/i.test(
      text.slice(start, end + 10),
    )
  );
}

const NONE: ReadonlySet<MarkKind> = new Set();

/** Every mark that counts in a comment is near one of these. */
const SPEAKS =
  /\b(?:ai|llms?|assistants?|agents?|claude|codex|copilot|cursor|gemini|chatgpt|gpt|models?|system|user|human|instructions?|prompts?|rules?)\b/i;

/** The comments of a program: only what nobody writes by chance. */
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
