/** SE-08: what should become of a text before a model reads it. Whether anything does is for whoever asks. */
import { type Judgement, judge, judgeComments } from "./judge.js";
import type { Mark, MarkKind } from "./mark.js";

export type TextVerdict = "allow" | "sanitize" | "block";

export interface Reviewed {
  readonly verdict: TextVerdict;
  /** Whether it reads like an attempt; unseen characters alone can be an accident. */
  readonly flagged: boolean;
  readonly score: number;
  readonly marks: readonly Mark[];
}

/** Twice what it takes to be flagged in a long text. */
const PLAIN_ATTEMPT = 20;
/** Zero width between letters, direction overrides, tags: nothing that a language or an emoji needs. */
const UNSEEN =
  /[a-z0-9][\u00ad\u200b-\u200d\u2060-\u2064\ufeff]+[a-z0-9]|[\u202d\u202e]|[\u2066-\u2069]|[\u{e0020}-\u{e007e}]{8}|[\0-\x08\x0e-\x1a\x1c-\x1f]/iu;

/**
 * What the text is. `instructions` are written for agents, or are somebody's own prompts: roles, orders and forms of an answer
 * are ordinary in them. Of `code` only the comments speak to a reader.
 */
export type TextSort = "document" | "instructions" | "code";

const ORDINARY: ReadonlySet<MarkKind> = new Set([
  "spoofing",
  "extraction",
  "hijack",
  "persona",
  "frame",
  "suppression",
  "directive",
  "emphasis",
  "delimiter",
]);

export function review(text: string, sort: TextSort = "document"): Reviewed {
  const { flagged, score, marks } = judged(text, sort);
  const verdict =
    score >= PLAIN_ATTEMPT ? "block" : flagged || (sort !== "code" && UNSEEN.test(text)) ? "sanitize" : "allow";
  return { verdict, flagged, score, marks };
}

function judged(text: string, sort: TextSort): Judgement {
  if (sort === "code") return judgeComments(text);
  return sort === "instructions" ? judge(text, ORDINARY) : judge(text);
}
